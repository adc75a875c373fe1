ALTER TABLE "draws" VALIDATE CONSTRAINT "draws_cancelled";
