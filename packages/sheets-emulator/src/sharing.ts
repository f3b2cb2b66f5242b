import type { OperationKind } from './operation-kind.ts'

/** Accounts, by bearer token, that can read or also write a spreadsheet. */
export interface Sharing {
  readers?: readonly string[]
  writers?: readonly string[]
}

interface AccessRequest {
  account: string | undefined
  spreadsheetId: string
  kind: OperationKind
}

/** Readers and writers of each spreadsheet. A spreadsheet without a rule is open to everyone. */
export class SharingRules {
  readonly #rules = new Map<string, Sharing>()

  set(spreadsheetId: string, sharing: Sharing): void {
    this.#rules.set(spreadsheetId, sharing)
  }

  allows({ account, spreadsheetId, kind }: AccessRequest): boolean {
    const rule = this.#rules.get(spreadsheetId)
    if (!rule) return true
    const { readers = [], writers = [] } = rule
    const allowed = kind === 'write' ? writers : [...readers, ...writers]
    return account !== undefined && allowed.includes(account)
  }
}
