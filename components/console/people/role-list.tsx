import { useRoleLabels } from "@/components/console/use-console-text";
import type { RoleGrant } from "@/lib/people/rules.roles";

export function RoleList({ roles }: { roles: readonly RoleGrant[] }) {
  const getRoleLabels = useRoleLabels(roles);
  return (
    <ul className="grid grid-cols-1 gap-1">
      {roles.map((grant) => {
        const { name, place } = getRoleLabels(grant);
        return (
          <li key={`${name} ${place}`}>
            <span>{name}</span> <span className="text-muted">{place}</span>
          </li>
        );
      })}
    </ul>
  );
}
