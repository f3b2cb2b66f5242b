import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs a command line in bash, or in another shell, with only this environment. */
export async function runInShell(
  line: string,
  { cwd, env, shell = 'bash' }: { cwd: string; env: Readonly<Record<string, string>>; shell?: string },
): Promise<Ended> {
  const child = spawn(shell, ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}
