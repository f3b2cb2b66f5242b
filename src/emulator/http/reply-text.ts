/** The JSON of a reply. Google indents it, and ends it with a line break, unless the query says `prettyPrint=false`. */
export function replyText(reply: unknown, search: string): string {
  const query = new URLSearchParams(search)
  const wish = query.get('prettyPrint') ?? query.get('$prettyPrint')
  return wish?.toLowerCase() === 'false' ? JSON.stringify(reply) : `${JSON.stringify(reply, null, 2)}\n`
}
