import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

/** Adds `completion bash` and `completion zsh`, which print a script for the shell to load. */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: 'completion' })
}
