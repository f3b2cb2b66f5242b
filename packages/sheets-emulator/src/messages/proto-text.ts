/** A JSON value in the protocol buffer text format, as Google quotes it in error messages. */
export function protoText(value: unknown, indent = ''): string {
  if (value === null) return `${indent}null_value: NULL_VALUE\n`
  if (typeof value !== 'object')
    return `${indent}${typeof value === 'boolean' ? 'bool' : typeof value}_value: ${JSON.stringify(value)}\n`
  if (Array.isArray(value)) {
    const values = value.map((entry) =>
      block('values', { indent: `${indent}  `, text: protoText(entry, `${indent}    `) }),
    )
    return block('list_value', { indent, text: values.join('') })
  }
  const fields = Object.entries(value).map(([key, field]) => {
    const inner = `${indent}    `
    const text = `${inner}key: ${JSON.stringify(key)}\n${block('value', { indent: inner, text: protoText(field, `${inner}  `) })}`
    return block('fields', { indent: `${indent}  `, text })
  })
  return block('struct_value', { indent, text: fields.join('') })
}

function block(name: string, { indent, text }: { indent: string; text: string }): string {
  return `${indent}${name} {\n${text}${indent}}\n`
}
