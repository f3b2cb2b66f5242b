/** Parameters of Drive's methods that make no difference here: there are no shared drives. */
export const driveParameters = [
  'acknowledgeAbuse',
  'enforceSingleParent',
  'ignoreDefaultVisibility',
  'includeItemsFromAllDrives',
  'includeLabels',
  'includePermissionsForView',
  'includeTeamDriveItems',
  'keepRevisionForever',
  'supportsAllDrives',
  'supportsTeamDrives',
]
