import type { TokenScope } from './api-token.ts'

/** Labels of the scopes in forms, and their rights in the documents. */
export const TOKEN_SCOPES: Readonly<Record<TokenScope, { readonly label: string; readonly allows: string }>> = {
  read: {
    label: 'Read only',
    allows: 'read everything but addresses of other people, exports, server logs, and spreadsheets by their ID',
  },
  run: { label: 'Read, run and stop tasks', allows: 'also run, preview, stop and pause tasks' },
  manage: {
    label: 'Read, run and change everything',
    allows:
      'also change everything else, copy held tasks anyway, undo runs, and read server logs and every spreadsheet that its owner or the shared account can open',
  },
}
