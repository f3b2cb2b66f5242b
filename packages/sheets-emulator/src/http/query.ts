import { invalidArgument, notSupported } from '../google-error.ts'
import { fieldViolations, snakeCase, typeUrl } from '../messages/proto-fields.ts'

/** Parameters every method of Google's APIs accepts. */
const systemParameters = new Set(
  '$.xgafv,$alt,$fields,$prettyPrint,access_token,alt,callback,fields,key,oauth_token,prettyPrint,quotaUser,userIp,uploadType,upload_protocol,trace'.split(
    ',',
  ),
)

/** The query parameters of one request. */
export class Query {
  readonly #values: URLSearchParams

  constructor(search: string) {
    this.#values = new URLSearchParams(search)
  }

  /** Wraps the strings and flags of a body, so the rules for query parameters apply to them. */
  static of(fields: Readonly<Record<string, unknown>>): Query {
    const values = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string' || typeof value === 'boolean') values.set(name, String(value))
    }
    return new Query(values.toString())
  }

  text(name: string): string | undefined {
    return this.#values.get(name) || undefined
  }

  list(name: string): string[] {
    return this.#values.getAll(name)
  }

  flag(name: string): boolean {
    const value = this.#values.get(name)?.toLowerCase()
    if (value === undefined || value === '' || value === 'false') return false
    if (value === 'true') return true
    throw invalidArgument(`Invalid value at '${snakeCase(name)}' (TYPE_BOOL), "${value}"`)
  }

  /** Reads an enum parameter, or `fallback` when it is missing. @throws GoogleError for an unknown value. */
  choice<const T extends string>(name: string, options: { typeName: string; values: readonly T[]; fallback: T }): T {
    const given = this.text(name)
    if (given === undefined) return options.fallback
    const found = options.values.find((value) => value === given)
    if (found !== undefined) return found
    const field = snakeCase(name)
    throw fieldViolations([
      { field, description: `Invalid value at '${field}' (${typeUrl(options.typeName)}), "${given}"` },
    ])
  }

  /** @throws GoogleError for a parameter that is neither in `known` nor a system parameter. */
  rejectUnknown(known: readonly string[], unsupported: readonly string[] = []): void {
    const refused = unsupported.find((name) => this.#values.has(name))
    if (refused) throw notSupported(`the parameter "${refused}"`)
    const unknown = [...this.#values.keys()].filter((name) => !systemParameters.has(name) && !known.includes(name))
    if (unknown.length === 0) return
    throw fieldViolations(
      unknown.map((name) => ({
        field: '',
        description: `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
      })),
    )
  }
}
