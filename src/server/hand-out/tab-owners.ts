import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { ListedTargets } from './read-listed-targets.ts'

interface KnownTab {
  spreadsheetId: string
  sheetId: number
}

/**
 * Owners of tabs. Targets may refer to the same tab in different ways: by its title, by the ID in a link, and as the first tab
 * of its file.
 */
export class TabOwners {
  readonly #values = new Map<string, string>()
  readonly #list: ListedTargets['tab'] | undefined

  constructor(list: ListedTargets['tab'] | undefined) {
    this.#list = list
  }

  /** Gives a tab to a target unless it has an owner. */
  add({ value, targetSsId }: Pick<HandOutTarget, 'value' | 'targetSsId'>, sheetId: number): void {
    const tab = nameTab({ spreadsheetId: targetSsId, sheetId })
    if (!this.#values.has(tab)) this.#values.set(tab, value)
  }

  /** Whether a tab belongs to another value. */
  isOfOther({ value, targetSsId }: Pick<HandOutTarget, 'value' | 'targetSsId'>, sheetId: number): boolean {
    const owner = this.#values.get(nameTab({ spreadsheetId: targetSsId, sheetId }))
    return owner !== undefined && owner !== value
  }

  /** @throws ProviderError values_clash, target_is_list */
  require(target: HandOutTarget, sheetId: number): void {
    const tab = nameTab({ spreadsheetId: target.targetSsId, sheetId })
    if (this.#list && nameTab(this.#list) === tab) {
      const file = { id: this.#list.spreadsheetId, end: 'list' as const }
      throw new ProviderError({ cause: 'target_is_list', file, tab: this.#list.title })
    }
    this.add(target, sheetId)
    const owner = this.#values.get(tab) ?? target.value
    if (owner === target.value) return
    throw new ProviderError({ cause: 'values_clash', values: [owner, target.value], tab: target.tabName })
  }
}

function nameTab({ spreadsheetId, sheetId }: KnownTab): string {
  return JSON.stringify([spreadsheetId, sheetId])
}
