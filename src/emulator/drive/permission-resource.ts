import { createHash } from 'node:crypto'
import type { Permission } from '../store/permissions.ts'

/** What an answer shows of a permission when it is not asked for more. */
export const defaultPermissionFields = 'kind,id,type,role'

/** Everybody who asks owns every spreadsheet here, under this name. */
export const ownerPermission: Permission = {
  id: permissionId({ type: 'user', address: 'owner@example.com' }),
  type: 'user',
  role: 'owner',
  address: 'owner@example.com',
}

/** The id that Drive derives from whom a permission is for: the same on every file. */
export function permissionId({ type, address = '' }: Pick<Permission, 'type' | 'address'>): string {
  if (type === 'anyone') return 'anyoneWithLink'
  const digest = createHash('sha256').update(`${type}:${address.toLowerCase()}`).digest()
  return digest.readBigUInt64BE().toString().padStart(20, '0')
}

/** The `Permission` message. */
export function permissionResource({ id, type, role, address }: Permission): object {
  const kept = { kind: 'drive#permission', id, type, role }
  if (type === 'anyone') return { ...kept, allowFileDiscovery: false }
  if (type === 'domain') return { ...kept, domain: address, displayName: address, allowFileDiscovery: false }
  return { ...kept, emailAddress: address, displayName: address?.split('@')[0], deleted: false, pendingOwner: false }
}
