import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'

const Answer = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ text: z.string() })]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
})

export interface ModelAnswer {
  /** Text for a model to read. */
  readonly text: string
  /** The tool's own fields with its data. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any tool
  readonly said: any
}

/** Connects a simulated assistant. It finds tools only by the words that a question shares with their descriptions. */
export async function connectModel({ url, token }: { url: string; token: string }) {
  const client = new Client({ name: 'scripted model', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  const { tools } = await client.listTools()
  const described = tools.map(({ name, description = '' }) => ({ name, words: stems(`${name} ${description}`) }))
  const weighWord = (word: string) => {
    const count = described.filter(({ words }) => words.has(word)).length
    return count === 0 ? 0 : Math.log(1 + described.length / count)
  }
  return {
    tools,
    /** Finds the tool with the most telling words of a question in its description. */
    findTool(question: string): string {
      const asked = [...stems(question)]
      const scored = described.map(({ name, words }) => ({
        name,
        score: asked.reduce((sum, word) => sum + (words.has(word) ? weighWord(word) : 0), 0),
      }))
      return scored.sort((one, other) => other.score - one.score)[0]?.name ?? ''
    },
    async ask(name: string, args: Record<string, unknown> = {}): Promise<ModelAnswer> {
      const answer = Answer.parse(await client.callTool({ name, arguments: args }))
      const [{ text }] = answer.content
      if (answer.isError) return { text, said: { refused: text } }
      const { data, ...says } = answer.structuredContent ?? {}
      return { text, said: { ...says, ...Object(data) } }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

export type ScriptedModel = Awaited<ReturnType<typeof connectModel>>

/** Lists the words of a text without their endings. Leaves out names and links. */
function stems(text: string): Set<string> {
  const words = text
    .replaceAll(/https?:\S+|'[^']*'/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2)
  return new Set(words.map((word) => word.replace(/(?:ing|ed|es|s|e)$/, '')))
}
