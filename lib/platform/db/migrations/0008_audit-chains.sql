ALTER TABLE "audit_entries" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, created_at, 'draw-imported', 'admin', jsonb_build_object('revision', revision, 'afterwards', true) FROM "draws";--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, closed_at, 'draw-closed', 'admin', jsonb_build_object('afterwards', true) FROM "draws" WHERE closed_at IS NOT NULL;--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "at", "action", "actor_kind", "detail")
SELECT draw_id, updated_at, 'credentials-changed', 'admin', jsonb_build_object('afterwards', true) FROM "draw_secrets";--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "at", "action", "actor_kind", "detail")
SELECT 'parent:' || parent_id, created_at, 'device-created', 'admin',
	jsonb_build_object('device', device_id, 'location', location_id, 'label', label, 'afterwards', true) FROM "devices";--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "at", "action", "actor_kind", "device_id", "operator", "detail")
SELECT 'parent:' || parent_id, registered_at, 'device-registered', 'device', device_id, operator,
	jsonb_build_object('device', device_id, 'name', name, 'operator', operator, 'printer', printer, 'afterwards', true)
FROM "devices" WHERE registered_at IS NOT NULL;--> statement-breakpoint
INSERT INTO "audit_entries" ("draw_id", "at", "action", "actor_kind", "detail")
SELECT 'parent:' || parent_id, revoked_at, 'device-revoked', 'admin',
	jsonb_build_object('device', device_id, 'afterwards', true) FROM "devices" WHERE revoked_at IS NOT NULL;
