import { createHash } from 'node:crypto'
import { z } from 'zod'
import { notKept, permissionDenied } from '../google-error.ts'
import { param, type Route } from '../http/route.ts'
import { choice, parseMessage, text } from '../messages/proto-fields.ts'
import type { Store } from '../store/open-store.ts'
import {
  listPermissions,
  type Permission,
  permissionTypes,
  removePermission,
  savePermission,
} from '../store/permissions.ts'
import { invalidParameter, permissionNotFound } from './drive-errors.ts'
import { driveParameters } from './drive-parameters.ts'
import { requireFile } from './require-file.ts'

/**
 * Path of the permissions of a file. Permissions are stored and returned for clients with shared files, but do not control
 * access. Only the provider's own `share` does.
 */
const permissionsPath = '^/drive/v3/files/(?<fileId>[^/]+)/permissions'
const permissionPath = `${permissionsPath}/(?<permissionId>[^/]+)$`
const parameters = ['useDomainAdminAccess', 'enforceExpansiveAccess', ...driveParameters]

/** The fields of a permission in a reply without a mask. */
const defaultPermissionFields = 'kind,id,type,role'

/** Every caller owns every spreadsheet, under this name. */
export const ownerPermission: Permission = {
  id: permissionId({ type: 'user', address: 'owner@example.com' }),
  type: 'user',
  role: 'owner',
  address: 'owner@example.com',
}

const role = choice('Role', ['owner', 'organizer', 'fileOrganizer', 'writer', 'commenter', 'reader'])
/** Fields of a permission Drive stores and this provider does not. */
const unsupportedFields = ['expirationTime', 'inheritedPermissionsDisabled', 'view']

/** @throws GoogleError for a field Drive would store and this provider would lose. */
function requireKept(sent: Readonly<Record<string, unknown>>): void {
  for (const field of unsupportedFields) if (sent[field]) throw invalidParameter(field, notKept(field).message)
}

const permissionMessage = z.looseObject({
  type: choice('Type', permissionTypes),
  role,
  emailAddress: text(),
  domain: text(),
})

export const listFilePermissions: Route = {
  operation: 'permissions.list',
  reply: 'permissionList',
  kind: 'read',
  method: 'GET',
  path: new RegExp(`${permissionsPath}$`),
  query: ['pageSize', 'pageToken', ...parameters],
  defaultFields: `kind,permissions(${defaultPermissionFields})`,
  handle: ({ store }, call) => {
    const { id } = requireFile(store, param(call, 'fileId'))
    const permissions = [ownerPermission, ...listPermissions(store, id)]
    return { kind: 'drive#permissionList', permissions: permissions.map(permissionResource) }
  },
}

export const getPermission: Route = {
  operation: 'permissions.get',
  reply: 'permission',
  kind: 'read',
  method: 'GET',
  path: new RegExp(permissionPath),
  query: parameters,
  defaultFields: defaultPermissionFields,
  handle: ({ store }, call) => {
    const { id } = requireFile(store, param(call, 'fileId'))
    return permissionResource(requirePermission(store, { spreadsheetId: id, id: param(call, 'permissionId') }))
  },
}

export const createPermission: Route = {
  operation: 'permissions.create',
  reply: 'permission',
  kind: 'write',
  method: 'POST',
  path: new RegExp(`${permissionsPath}$`),
  query: ['emailMessage', 'moveToNewOwnersRoot', 'sendNotificationEmail', 'transferOwnership', ...parameters],
  defaultFields: defaultPermissionFields,
  handle: ({ store }, call) => {
    const sent = parseMessage(permissionMessage, { body: call.body })
    requireKept(sent)
    const { id: spreadsheetId } = requireFile(store, param(call, 'fileId'))
    if (!sent.type) throw invalidParameter('permission.type', 'The permission type field is required.')
    if (!sent.role) throw invalidParameter('permission.role', 'The permission role field is required.')
    const address = sent.type === 'domain' ? sent.domain : sent.emailAddress
    if (sent.type !== 'anyone' && !address) {
      throw invalidParameter('permission.emailAddress', 'The specified emailAddress is invalid or not applicable.')
    }
    const grantee = { type: sent.type, ...(sent.type !== 'anyone' && address && { address }) }
    const permission = { id: permissionId(grantee), role: sent.role, ...grantee }
    store.transaction(() => savePermission(store, { spreadsheetId, permission }))
    return permissionResource(permission)
  },
}

export const updatePermission: Route = {
  operation: 'permissions.update',
  reply: 'permission',
  kind: 'write',
  method: 'PATCH',
  path: new RegExp(permissionPath),
  query: ['removeExpiration', 'transferOwnership', ...parameters],
  defaultFields: defaultPermissionFields,
  handle: ({ store }, call) => {
    const sent = parseMessage(z.looseObject({ role }), { body: call.body })
    requireKept(sent)
    const { id: spreadsheetId } = requireFile(store, param(call, 'fileId'))
    const before = requireShared(store, { spreadsheetId, id: param(call, 'permissionId') })
    const permission = { ...before, role: sent.role ?? before.role }
    store.transaction(() => savePermission(store, { spreadsheetId, permission }))
    return permissionResource(permission)
  },
}

export const deletePermission: Route = {
  operation: 'permissions.delete',
  reply: 'nothing',
  kind: 'write',
  method: 'DELETE',
  path: new RegExp(permissionPath),
  query: parameters,
  handle: ({ store }, call) => {
    const { id: spreadsheetId } = requireFile(store, param(call, 'fileId'))
    const { id } = requireShared(store, { spreadsheetId, id: param(call, 'permissionId') })
    store.transaction(() => removePermission(store, { spreadsheetId, id }))
    return undefined
  },
}

interface PermissionKey {
  spreadsheetId: string
  id: string
}

function requirePermission(store: Store, key: PermissionKey): Permission {
  return key.id === ownerPermission.id ? ownerPermission : requireShared(store, key)
}

/** Finds a changeable permission: any but the owner's. @throws GoogleError when it is the owner's or missing. */
function requireShared(store: Store, { spreadsheetId, id }: PermissionKey): Permission {
  if (id === ownerPermission.id) throw permissionDenied('The owner of a file cannot be removed.')
  const found = listPermissions(store, spreadsheetId).find((permission) => permission.id === id)
  if (!found) throw permissionNotFound(id)
  return found
}

/** Derives a permission's ID from its grantee, as Drive does, so it is the same on every file. */
function permissionId({ type, address = '' }: Pick<Permission, 'type' | 'address'>): string {
  if (type === 'anyone') return 'anyoneWithLink'
  const digest = createHash('sha256').update(`${type}:${address.toLowerCase()}`).digest()
  return digest.readBigUInt64BE().toString().padStart(20, '0')
}

/** The `Permission` message. */
function permissionResource({ id, type, role, address }: Permission): object {
  const common = { kind: 'drive#permission', id, type, role }
  if (type === 'anyone') return { ...common, allowFileDiscovery: false }
  if (type === 'domain') return { ...common, domain: address, displayName: address, allowFileDiscovery: false }
  return { ...common, emailAddress: address, displayName: address?.split('@')[0], deleted: false, pendingOwner: false }
}
