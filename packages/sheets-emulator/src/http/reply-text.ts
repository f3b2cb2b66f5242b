/** A reply as JSON. Like Google, indents it and ends it with a line break unless the query has `prettyPrint=false`. */
export function replyText(reply: unknown, search: string): string {
  const query = new URLSearchParams(search)
  const prettyPrint = query.get('prettyPrint') ?? query.get('$prettyPrint')
  return prettyPrint?.toLowerCase() === 'false' ? JSON.stringify(reply) : `${JSON.stringify(reply, null, 2)}\n`
}
