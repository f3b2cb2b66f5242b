/** A reply as it came: `body` is the parsed JSON, or the text if it is none. */
export interface Reply {
  status: number
  body: unknown
}

interface Send {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  body?: unknown
}

export interface ApiAccess {
  sheetsUrl: string
  driveUrl: string
  /** The headers that authenticate a request. */
  authorize(): Promise<Record<string, string>>
  fetch: typeof fetch
  pause(durationMs: number): Promise<void>
}

type Render = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA'
export type Table = readonly (readonly (string | number | boolean | null)[])[]

interface Write {
  range: string
  values: Table
  input?: 'RAW' | 'USER_ENTERED'
}

/** A new tab to try things in. */
export interface Tab {
  sheetId: number
  /** The range in A1 notation, with the tab's title. */
  at(range: string): string
}

/** The calls of the questions, about one of the scratch spreadsheets. */
export type Calls = ReturnType<typeof createCalls>

const MAX_TEXT_LENGTH = 500
let tabs = 0

export function createCalls(access: ApiAccess, spreadsheetId: string) {
  const root = `${access.sheetsUrl}/v4/spreadsheets/${spreadsheetId}`

  async function send({ method, url, body }: Send): Promise<Reply> {
    const headers = { ...(await access.authorize()), 'content-type': 'application/json' }
    const response = await access.fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: parse(text) }
  }

  async function sendForText(url: string): Promise<string> {
    const response = await access.fetch(url, { headers: await access.authorize() })
    return await response.text()
  }

  const batchUpdate = (...requests: object[]) =>
    send({ method: 'POST', url: `${root}:batchUpdate`, body: { requests } })

  async function read(range: string, render: Render = 'UNFORMATTED_VALUE'): Promise<unknown> {
    const url = `${root}/values/${encodeURIComponent(range)}?valueRenderOption=${render}`
    const { status, body } = await send({ method: 'GET', url })
    return status === 200 ? (field(body, 'values') ?? []) : { status, body }
  }

  return {
    spreadsheetId,
    driveUrl: access.driveUrl,
    root,
    send,
    sendForText,
    batchUpdate,
    read,
    pause: access.pause,
    /** Writes values and asks to see them; the whole reply. */
    write: ({ range, values, input = 'RAW' }: Write) => {
      const options = `valueInputOption=${input}&includeValuesInResponse=true&responseValueRenderOption=UNFORMATTED_VALUE`
      const url = `${root}/values/${encodeURIComponent(range)}?${options}`
      return send({ method: 'PUT', url, body: { values } })
    },
    /** Writes with `values.batchUpdate`, whose reply has totals. */
    writeBatch: (range: string, values: Table) => {
      const body = { valueInputOption: 'RAW', data: [{ range, values }], includeValuesInResponse: true }
      return send({ method: 'POST', url: `${root}/values:batchUpdate`, body })
    },
    /** The cells of a range as `spreadsheets.get` shows them. */
    cells: async (range: string) => {
      const fields =
        'sheets.data.rowData.values(userEnteredValue,effectiveValue,formattedValue,userEnteredFormat.numberFormat,effectiveFormat.numberFormat)'
      const reply = await send({ method: 'GET', url: `${root}?ranges=${encodeURIComponent(range)}&fields=${fields}` })
      return field(reply.body, 'sheets', 0, 'data', 0, 'rowData') ?? reply
    },
    async newTab(properties: object = {}): Promise<Tab> {
      tabs += 1
      const title = `Question ${tabs} ${Date.now().toString(36)}`
      const reply = await batchUpdate({ addSheet: { properties: { title, ...properties } } })
      const sheetId = field(reply.body, 'replies', 0, 'addSheet', 'properties', 'sheetId')
      if (typeof sheetId !== 'number') throw new Error(`No tab could be added: ${JSON.stringify(reply)}`)
      return { sheetId, at: (range) => `'${title}'!${range}` }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, MAX_TEXT_LENGTH)
  }
}

/** The value at a path of a reply, or undefined. */
export function field(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined),
    value,
  )
}
