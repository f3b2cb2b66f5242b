import type { Store } from './open-store.ts'

/** A grant of access to a spreadsheet. `address` is an email address or a domain; 'anyone' has none. */
export interface Permission {
  id: string
  type: PermissionType
  role: string
  address?: string
}

export const permissionTypes = ['user', 'group', 'domain', 'anyone'] as const
type PermissionType = (typeof permissionTypes)[number]

/** Permissions in the order in which they were granted. */
export function listPermissions(store: Store, spreadsheetId: string): Permission[] {
  const sql = 'SELECT id, type, role, address FROM permissions WHERE spreadsheet_id = ? ORDER BY rowid'
  return store
    .statement(sql)
    .all(spreadsheetId)
    .map((record) => ({
      id: String(record['id']),
      type: permissionTypes.find((type) => type === record['type']) ?? 'user',
      role: String(record['role']),
      ...(record['address'] !== null && { address: String(record['address']) }),
    }))
}

/** Adds a permission, or changes the role of the permission with the same ID. */
export function savePermission(
  store: Store,
  { spreadsheetId, permission }: { spreadsheetId: string; permission: Permission },
): void {
  const { id, type, role, address = null } = permission
  const sql =
    'INSERT INTO permissions (spreadsheet_id, id, type, role, address) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET role = excluded.role'
  store.statement(sql).run(spreadsheetId, id, type, role, address)
}

export function removePermission(store: Store, { spreadsheetId, id }: { spreadsheetId: string; id: string }): void {
  store.statement('DELETE FROM permissions WHERE spreadsheet_id = ? AND id = ?').run(spreadsheetId, id)
}
