import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp } from '#server/commands/back-up.ts'
import { readConfig } from '#server/config/config.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano sync $HOME-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('BACKUP_COMMAND gets the folder of each backup, whatever its name', async () => {
  await using folder = await openFolder()
  await using database = await openTestDatabase(folder.path)
  const received = join(folder.path, 'received')
  const config = readConfig({
    ...database.env,
    DATA_DIR: folder.path,
    BACKUP_COMMAND: `printf '%s|' daily > '${received}' && ls >> '${received}'`,
  })
  const backup = await backUp(config, { folder: join(folder.path, 'my backup'), now: () => new Date() })
  expect(backup).toBe(join(folder.path, 'my backup'))
  expect(await readFile(received, 'utf8')).toBe('daily|database.jsonl.gz\n')
})

test('a command that fails says why, and the backup stays', async () => {
  await using folder = await openFolder()
  await using database = await openTestDatabase(folder.path)
  const config = readConfig({
    ...database.env,
    DATA_DIR: folder.path,
    BACKUP_COMMAND: 'echo "no space on the other machine" >&2; false',
  })
  const backup = join(folder.path, 'backup')
  await expect(backUp(config, { folder: backup, now: () => new Date() })).rejects.toThrow(
    `The backup is complete in ${backup}, but BACKUP_COMMAND failed: no space on the other machine`,
  )
  expect(await readFile(join(backup, 'database.jsonl.gz'))).not.toHaveLength(0)
})
