import type { OperationKind } from './operation-kind.ts'

/** The accounts, known by their bearer tokens, that may read a spreadsheet and those that may also write it. */
export interface Sharing {
  readers?: readonly string[]
  writers?: readonly string[]
}

interface Wish {
  account: string | undefined
  spreadsheetId: string
  kind: OperationKind
}

/** Who may do what with which spreadsheet. A spreadsheet that was never shared is open to everybody. */
export class SharingRules {
  readonly #rules = new Map<string, Sharing>()

  set(spreadsheetId: string, sharing: Sharing): void {
    this.#rules.set(spreadsheetId, sharing)
  }

  allows({ account, spreadsheetId, kind }: Wish): boolean {
    const rule = this.#rules.get(spreadsheetId)
    if (!rule) return true
    const { readers = [], writers = [] } = rule
    const allowed = kind === 'write' ? writers : [...readers, ...writers]
    return account !== undefined && allowed.includes(account)
  }
}
