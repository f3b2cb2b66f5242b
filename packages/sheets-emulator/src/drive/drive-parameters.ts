/** Parameters of Drive's methods that have no effect here, because there are no shared drives. */
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
