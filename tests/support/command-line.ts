import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
import { BUILT_FOLDER, buildServer } from './built-server.ts'
import { COMPILED_FOLDER } from './compiled-folder.ts'
import type { Ended } from './run-in-shell.ts'

/** Starts the built command line. Its launcher would be a second process, and its sources take longer to load. */
const PROGRAM = `#!/bin/sh
NODE_COMPILE_CACHE='${COMPILED_FOLDER}' exec '${process.execPath}' '${join(BUILT_FOLDER, 'nano-sync.js')}' "$@"
`

/** Puts `nano-sync` into a folder for the path of a shell. */
export async function installCommandLine(folder: string): Promise<void> {
  await Promise.all([buildServer(), mkdir(folder, { recursive: true })])
  await writeFile(join(folder, 'nano-sync'), PROGRAM, { mode: 0o755 })
}

interface Options {
  env?: Readonly<Record<string, string>>
  /** Text on standard input. */
  input?: string
}

/**
 * Runs a line such as `nano-sync logs "My task"` in the process of the test, because a process of its own takes half a second of
 * CPU time. The line may use double quotes, but nothing else of a shell.
 */
export async function runCommand(line: string, { env = {}, input = '' }: Options = {}): Promise<Ended> {
  const [program, ...args] = [...line.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word)
  if (program !== 'nano-sync' || /[|<>&;$]/.test(line)) throw new Error(`Run this line in a shell: ${line}`)
  const [stdout, stderr] = [collectText(), collectText()]
  const code = await runCommandLine(args, {
    stdout: stdout.stream,
    stderr: stderr.stream,
    isTerminal: false,
    openInput: () => Readable.from([Buffer.from(input)], { objectMode: false }),
    env,
    signal: new AbortController().signal,
  })
  return { code, stdout: stdout.read(), stderr: stderr.read() }
}

function collectText() {
  const parts: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      parts.push(String(chunk))
      done()
    },
  })
  return { stream, read: () => parts.join('') }
}
