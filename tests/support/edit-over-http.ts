import type { sheets_v4 } from '@googleapis/sheets'
import type { MemoryProvider } from './memory-provider.ts'
import { setInTrash } from './set-in-trash.ts'
import type { TestProvider } from './test-provider.ts'

/** Makes another person's edits over HTTP, with the same function names as for spreadsheets in memory. */
export function editOverHttp({
  emulator,
  write,
  call,
}: Pick<TestProvider, 'emulator' | 'write' | 'call'>): Pick<MemoryProvider, 'edit' | 'fill' | 'clear' | 'setInTrash'> {
  return {
    async edit(id: string, ...requests: sheets_v4.Schema$Request[]) {
      const response = await fetch(`${emulator.url}/v4/spreadsheets/${id}:batchUpdate`, {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
        body: JSON.stringify({ requests }),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    async fill(id, range, cells) {
      const entered = cells.map((row) => row.map(({ value, formula }) => formula ?? value))
      await write(id, range, entered, 'USER_ENTERED')
    },
    setInTrash: (id, trashed) => setInTrash({ emulator }, { id, trashed }),
    async clear(id, range) {
      await call('POST', `/${id}/values/${range}:clear`, {})
    },
  }
}
