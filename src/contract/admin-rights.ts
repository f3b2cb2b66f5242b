/** A right reserved to administrators, if there are any. */
export interface AdminRight {
  /** Completes the sentence 'Only administrators may …'. */
  readonly action: string
  /** Whether the owner of the item may do it too. */
  readonly isForOwnersToo: boolean
}

const forAdmins = (action: string): AdminRight => ({ action, isForOwnersToo: false })
const forOwnersToo = (action: string): AdminRight => ({ action, isForOwnersToo: true })

/** Rights by name for buttons, so a page does not load routes. */
export const adminRights = {
  changeChannel: forOwnersToo('change the alert channels of other people'),
  deleteChannel: forOwnersToo('delete the alert channels of other people'),
  replaceSecret: forOwnersToo('replace the signing secrets of other people'),
  listTokens: forAdmins('see the API tokens of other people'),
  revokeToken: forOwnersToo('revoke the API tokens of other people'),
  deleteAllTasks: forAdmins('delete all tasks'),
  deleteForGood: forAdmins('delete for good'),
  storeKey: forAdmins('store a Google key'),
  deleteKey: forAdmins('delete the Google key'),
  clearServerLogs: forAdmins('clear server logs'),
}
