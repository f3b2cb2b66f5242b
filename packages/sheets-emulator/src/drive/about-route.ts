import type { Route } from '../http/route.ts'
import { invalidParameter } from './drive-errors.ts'
import { ownerPermission } from './permission-routes.ts'

/** The account of every caller. Like Google, requires the request to name the fields it wants. */
export const getAbout: Route = {
  operation: 'about.get',
  reply: 'about',
  kind: 'read',
  method: 'GET',
  path: /^\/drive\/v3\/about$/,
  query: [],
  handle: (_provider, call) => {
    if (call.mask === 'all' && call.query.text('fields') === undefined) {
      throw invalidParameter('fields', "The 'fields' parameter is required for this method.")
    }
    const { id, address = '' } = ownerPermission
    const [displayName] = address.split('@')
    return {
      kind: 'drive#about',
      user: { kind: 'drive#user', displayName, me: true, permissionId: id, emailAddress: address },
      storageQuota: { usage: '0', usageInDrive: '0', usageInDriveTrash: '0' },
      importFormats: {},
      exportFormats: {},
      appInstalled: false,
      canCreateDrives: false,
      canCreateTeamDrives: false,
    }
  },
}
