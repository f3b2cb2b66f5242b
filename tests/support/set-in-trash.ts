import type { Emulator } from '@nano-sync/sheets-emulator'

interface File {
  id: string
  trashed: boolean
}

/** Moves a file of Drive to the trash, or restores it. */
export async function setInTrash({ emulator }: { emulator: Emulator }, file: File): Promise<void> {
  const { id, trashed } = file
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ trashed })
  const response = await fetch(`${emulator.url}/drive/v3/files/${id}`, { method: 'PATCH', headers, body })
  if (!response.ok) throw new Error(await response.text())
}
