import type { FileSearch } from '#contract/spreadsheet.ts'

type Searched = Pick<FileSearch, 'account' | 'problem' | 'detail'>

/** Explains whose spreadsheets are listed, or why the list has only spreadsheets of tasks. */
export function sourceText(found: Searched): string {
  const reason = reasonText(found)
  if (reason !== undefined)
    return `${reason} These are spreadsheets that tasks use already; for any other, paste its link.`
  return found.account === null ? 'All built-in spreadsheets' : `Spreadsheets that ${found.account} can open`
}

function reasonText({ account, problem, detail }: Searched): string | undefined {
  switch (problem) {
    case 'not_granted':
      return `Nano Sync can open spreadsheets as ${account}, but not list them: it asked for no access to Drive.`
    case 'somebody_else':
      return `Only ${account} can list their own spreadsheets.`
    case 'refused':
      return `Google Drive does not list the spreadsheets of ${account}${detail === '' ? '.' : `: "${detail}"`}`
    case 'scope_missing':
      return `${account} may not ask Google Drive about files. ${detail}`
    case 'no_account':
      return 'No Google account is set up.'
    case 'no_answer':
      return 'Google Drive did not answer.'
    case null:
      return undefined
  }
}

/** Suggests how to continue after a search without results. */
export function emptyText({ account, problem }: Searched, search: string): string {
  if (problem !== null)
    return search === '' ? 'No task uses a spreadsheet yet.' : 'No task uses a spreadsheet with this title.'
  const nothing = search === '' ? 'No spreadsheets yet.' : 'No spreadsheet has this title.'
  return account === null ? nothing : `${nothing} Share one with ${account}, or paste its link.`
}
