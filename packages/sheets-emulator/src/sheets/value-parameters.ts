import { invalidArgument } from '../google-error.ts'
import { Query } from '../http/query.ts'
import type { Provider } from '../http/route.ts'
import type { EntryOptions } from '../values/enter-value.ts'
import {
  dateTimeRenderOptions,
  dimensions,
  type ReadOptions,
  type RenderOptions,
  valueInputOptions,
  valueRenderOptions,
} from '../values/value-options.ts'

export const valuesPath = '^/v4/spreadsheets/(?<spreadsheetId>[^/:]+)/values'
export const readParameters = ['majorDimension', 'valueRenderOption', 'dateTimeRenderOption']
export const responseParameters = [
  'includeValuesInResponse',
  'responseValueRenderOption',
  'responseDateTimeRenderOption',
]

const renderOption = { typeName: 'ValueRenderOption', values: valueRenderOptions, fallback: 'FORMATTED_VALUE' } as const
const dateOption = {
  typeName: 'DateTimeRenderOption',
  values: dateTimeRenderOptions,
  fallback: 'SERIAL_NUMBER',
} as const

export function readOptions(query: Query): ReadOptions {
  return {
    majorDimension: query.choice('majorDimension', { typeName: 'Dimension', values: dimensions, fallback: 'ROWS' }),
    valueRenderOption: query.choice('valueRenderOption', renderOption),
    dateTimeRenderOption: query.choice('dateTimeRenderOption', dateOption),
  }
}

/** How the reply shows the written range; `undefined` when it does not. */
export function responseOptions(query: Query): RenderOptions | undefined {
  if (!query.flag('includeValuesInResponse')) return undefined
  return {
    valueRenderOption: query.choice('responseValueRenderOption', renderOption),
    dateTimeRenderOption: query.choice('responseDateTimeRenderOption', dateOption),
  }
}

/** @throws GoogleError when `valueInputOption` is missing or unknown. */
export function entryOptions(
  { now, storesNumbersAsText }: Provider,
  { valueInput, account }: { valueInput: string | undefined; account: string | undefined },
): EntryOptions {
  if (!valueInput || valueInput === 'INPUT_VALUE_OPTION_UNSPECIFIED') {
    throw invalidArgument("'valueInputOption' is required but not specified")
  }
  const valueInputOption = Query.of({ valueInputOption: valueInput }).choice('valueInputOption', {
    typeName: 'ValueInputOption',
    values: valueInputOptions,
    fallback: 'RAW',
  })
  return { valueInputOption, currentYear: now().getUTCFullYear(), storesNumbersAsText, account }
}
