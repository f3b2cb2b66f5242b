import type { Command, Option } from 'commander'
import { createClient } from '#client/client.ts'
import { TOKEN_SCOPES } from '#contract/token-scopes.ts'
import { taskColumns } from '#domain/csv/task-columns.ts'
import { createTools } from '#mcp/create-mcp-server.ts'
import { METRIC_DOCS } from '#server/http/metric-docs.ts'
import { createOutput } from '../../src/cli/output.ts'
import { createProgram } from '../../src/cli/program.ts'
import type { ReferenceTable } from './fill-table.ts'

/** Makes every generated table of docs/reference. */
export function makeReferenceTables(): ReferenceTable[] {
  return [makeMetrics(), makeColumns(), makeScopes(), makeTools(), makeCommands(), makeSharedOptions()]
}

function makeMetrics(): ReferenceTable {
  const rows = Object.entries(METRIC_DOCS).map(([name, { kind, labels, scope, meaning, normal }]) => {
    const byLabel = Object.entries(labels).map(([label, values]) =>
      values.length > 0 ? `\`${label}\` (${values.join(', ')})` : `\`${label}\``,
    )
    const parts = [kind, byLabel.length > 0 && `by ${byLabel.join(', ')}`, `of ${scope}`]
    return [`\`${name}\``, parts.filter(Boolean).join(', '), meaning, normal]
  })
  return {
    page: 'metrics.md',
    source: 'src/server/http/metric-docs.ts',
    head: ['metric', 'kind', 'meaning', 'what is normal'],
    rows,
  }
}

function makeColumns(): ReferenceTable {
  const rows = taskColumns.map(({ column, isRequired, meaning, example }) => [
    `\`${column}\`${isRequired ? ' (required)' : ''}`,
    meaning,
    example && `\`${example}\``,
  ])
  return { page: 'csv.md', source: 'src/domain/csv/task-columns.ts', head: ['column', 'meaning', 'example'], rows }
}

function makeScopes(): ReferenceTable {
  const rows = Object.entries(TOKEN_SCOPES).map(([scope, { label, allows }]) => [`\`${scope}\``, label, allows])
  const head = ['scope', 'in the form', 'what it may do']
  return { page: 'api.md', source: 'src/contract/token-scopes.ts', head, rows }
}

function makeTools(): ReferenceTable {
  const client = createClient({ url: 'http://localhost' })
  const confirmations = { create: () => '', use: async () => false }
  const rows = createTools({ client, confirmations, baseUrl: '' }).map(({ declaration: { name }, scope, summary }) => [
    `\`${name}\``,
    `\`${scope}\``,
    summary,
  ])
  return { page: 'mcp.md', source: 'src/mcp', head: ['tool', 'scope of the token', 'what it does'], rows }
}

function makeCommands(): ReferenceTable {
  const { commands, shared } = readProgram()
  const rows = commands.map((command) => {
    const own = command.options.filter((option) => !shared.has(optionKey(option)))
    const described = own.map(({ flags, description }) => `\`${flags}\`: ${description}`)
    const usage = formatUsage(
      command,
      command.options.filter((option) => option.mandatory || shared.has(optionKey(option))),
    )
    return [`\`${usage}\``, [command.description(), ...described].join('<br>')]
  })
  return { page: 'command-line.md', source: 'src/cli', head: ['command', 'does'], rows }
}

function makeSharedOptions(): ReferenceTable {
  const { program, shared } = readProgram()
  const options = [...program.options.filter(({ long }) => long !== '--version'), ...shared.values()]
  const rows = options.map((option) => [`\`${option.flags}\``, option.description])
  return { page: 'command-line.md', source: 'the options of src/cli', head: ['option', 'does'], rows }
}

/** Reads the commands, and the options that several commands share with the same description. */
function readProgram() {
  const output = createOutput({ stdout: process.stdout, stderr: process.stderr, isTerminal: false })
  const { signal } = new AbortController()
  const program = createProgram({ output, env: {}, signal, openInput: () => process.stdin, setExitCode() {} })
  const options = program.commands.flatMap((command) => command.options)
  const byKey = Map.groupBy(options, optionKey)
  const shared = new Map([...byKey].flatMap(([key, [first, second]]) => (first && second ? [[key, first]] : [])))
  return { program, commands: program.commands, shared }
}

function optionKey({ flags, description }: Option): string {
  return `${flags} ${description}`
}

function formatUsage(command: Command, options: readonly Option[]): string {
  const args = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  const flags = options.map((option) => (option.mandatory ? shortenFlags(option) : `[${shortenFlags(option)}]`))
  return [command.name(), ...args, ...flags].join(' ')
}

/** Formats the short flag, or the long flag without a short one, with the value: `-n <count>`. */
function shortenFlags({ flags }: Option): string {
  return flags.replace(/^(-\w), --[\w-]+/, '$1')
}
