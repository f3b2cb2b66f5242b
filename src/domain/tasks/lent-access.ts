import type { Lending } from '#contract/access.ts'
import { settingsPlace } from '#contract/settings-labels.ts'
import type { taskShape } from '#contract/task-fields.ts'
import { parseAccounts } from './parse-accounts.ts'
import { movedField, sourceListKey } from './task-places.ts'
import type { TaskProblem } from './task-problems.ts'
import { type TaskSettings, taskSettings } from './task-settings.ts'

/** Finds how a person lends their access; undefined if nobody with the address may sign in. */
export type LendingOf = (address: string) => Lending | undefined

/** Fields other than its place that affect the cells a task reads and writes, and the accounts it uses. */
const accessFields = [
  'columns',
  'rows',
  'hidden_rows',
  'source_column',
  'relevant_user_accounts',
] as const satisfies readonly (keyof typeof taskShape)[]

/** The person whose access a task uses when it lists no account. Addresses are compared in lower case. */
export function resolveOwner({ owner, createdBy }: { owner: string | null; createdBy: string }): string {
  return (owner ?? createdBy).toLowerCase()
}

/** Account of a task without a list of accounts: the shared account, or its owner's. */
export type AccountKind = 'shared' | 'owner'

/** Access requested by a task. Addresses are in lower case. */
export interface AccountPreference {
  /** In order of preference. If empty: the shared account, or the account of the task's owner. */
  readonly accounts: readonly string[]
  readonly owner: string
  /** Kind of account in the last success. The task keeps its owner's account when a shared account is added. */
  readonly accountKind?: AccountKind | null
}

export function findPreference(task: {
  relevantUserAccounts: string
  owner: string | null
  createdBy: string
  accountKind: AccountKind | null
}): AccountPreference {
  return { accounts: parseAccounts(task), owner: resolveOwner(task), accountKind: task.accountKind }
}

/** Whether somebody's access may serve a task of this owner. */
export function mayServe({ address, owner, lending }: { address: string; owner: string; lending: Lending }): boolean {
  return lending === 'everyone' || (lending === 'own_tasks' && address === owner)
}

/** Whether a change makes its author the owner, because it changes source, target or accounts. */
export function changesAccess({ before, after }: { before: TaskSettings; after: TaskSettings }): boolean {
  if (movedField({ before, after }) !== undefined) return true
  if (sourceListKey(before.moreSources) !== sourceListKey(after.moreSources)) return true
  const handsOut = ({ targets, targetsFrom }: TaskSettings) => JSON.stringify([targets, targetsFrom])
  if (handsOut(before) !== handsOut(after)) return true
  return accessFields.some((field) => {
    const name = taskSettings.names[field]
    return before[name] !== after[name]
  })
}

/** The owner of a task after a change; null while the creator is the owner. */
export function ownerAfter({
  before,
  after,
  changedBy,
}: {
  before: TaskSettings & { owner: string | null; createdBy: string }
  after: TaskSettings
  changedBy: string
}): string | null {
  const isTakenOver = changesAccess({ before, after }) && changedBy.toLowerCase() !== resolveOwner(before)
  return isTakenOver ? changedBy : before.owner
}

interface Listing {
  task: TaskSettings
  owner: string
  findLending: LendingOf
}

/** Why a task of this owner cannot list its accounts; undefined when all of them are lent. */
export function accessProblem({ task, owner, findLending }: Listing): TaskProblem | undefined {
  const refused = parseAccounts(task).find((address) => {
    const lending = findLending(address)
    return lending === undefined || !mayServe({ address, owner, lending })
  })
  if (refused === undefined) return undefined
  const message =
    refused === owner
      ? `You let no task use your access. Change this under ${settingsPlace('access')}, or remove ${refused}.`
      : `${refused} does not let your tasks use their access. Ask them to choose 'Everyone here' under ${settingsPlace('access')}, or remove the address.`
  return { field: 'relevant_user_accounts', message }
}
