import { invalidArgument } from '../google-error.ts'
import { fieldViolations, snakeCase, typeUrl } from '../messages/proto-fields.ts'

/** Parameters that every method of Google's APIs takes. */
const systemParameters = new Set(
  '$.xgafv,$alt,$fields,$prettyPrint,access_token,alt,callback,fields,key,oauth_token,prettyPrint,quotaUser,userIp,uploadType,upload_protocol,trace'.split(
    ',',
  ),
)

/** The query of one request. */
export class Query {
  readonly #values: URLSearchParams

  constructor(search: string) {
    this.#values = new URLSearchParams(search)
  }

  /** Reads enumerations and flags of a body by the same rules. */
  static of(fields: Readonly<Record<string, unknown>>): Query {
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string' || typeof value === 'boolean') given.set(name, String(value))
    }
    return new Query(given.toString())
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

  /** One of the values of an enumeration of the API, or `fallback` when the parameter is not given. */
  choice<const T extends string>(name: string, how: { typeName: string; values: readonly T[]; fallback: T }): T {
    const given = this.text(name)
    if (given === undefined) return how.fallback
    const found = how.values.find((value) => value === given)
    if (found !== undefined) return found
    const field = snakeCase(name)
    throw fieldViolations([
      { field, description: `Invalid value at '${field}' (${typeUrl(how.typeName)}), "${given}"` },
    ])
  }

  /** @throws GoogleError for a parameter that neither the method nor every method takes. */
  refuseUnknown(known: readonly string[]): void {
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
