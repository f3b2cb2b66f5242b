import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Parent folder for the data of tests. In memory if possible: a copied database of a thousand files takes a second on disk. */
export const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
