/** Parameters of Drive's methods without effect here, because there are no shared drives, comments or scans. */
export const driveParameters = [
  'acknowledgeAbuse',
  'copyComments',
  'enforceSingleParent',
  'ignoreDefaultVisibility',
  'includeItemsFromAllDrives',
  'includeLabels',
  'includePermissionsForView',
  'includeTeamDriveItems',
  'keepRevisionForever',
  'ocrLanguage',
  'supportsAllDrives',
  'supportsTeamDrives',
  'teamDriveId',
  'useContentAsIndexableText',
]
