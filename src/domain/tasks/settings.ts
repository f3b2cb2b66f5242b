import type { z } from 'zod'
import type { StoredValue } from '#contract/shape.ts'
import { type CamelCase, camelCase } from '#domain/camel-case.ts'

/**
 * Name of a contract field in the rules and the database: in camelCase, without the specification's `sync_` before 'task'.
 * `sync_task_type_id` is `taskTypeId`.
 */
type SettingName<Field extends string> = Field extends `sync_${infer Name}` ? CamelCase<Name> : CamelCase<Field>

type FieldName<Shape> = keyof Shape & string

/** The stored value of every field users can set, by setting name. */
export type Settings<Shape extends z.ZodRawShape> = {
  [Field in FieldName<Shape> as SettingName<Field>]: StoredValue<Shape[Field]>
}

/** Values by the contract's field names. */
type StoredFields<Shape extends z.ZodRawShape> = { [Field in FieldName<Shape>]: StoredValue<Shape[Field]> }

export interface SettingsTools<Shape extends z.ZodRawShape> {
  /** The setting of each field. */
  readonly names: { readonly [Field in FieldName<Shape>]: SettingName<Field> }
  fromFields(fields: StoredFields<Shape>): Settings<Shape>
  /** Converts settings to fields, without other properties. */
  toFields(settings: Settings<Shape>): StoredFields<Shape>
  /** Fields of a reply users can set. */
  fieldsIn(reply: StoredFields<Shape>): StoredFields<Shape>
  /** The settings after a change; a field the change leaves out keeps its value. */
  apply(settings: Settings<Shape>, change: { readonly [Field in FieldName<Shape>]?: unknown }): Settings<Shape>
  areSame(one: Settings<Shape>, other: Settings<Shape>): boolean
}

type Values = Readonly<Record<string, unknown>>

/** Operations on the fields of a noun, all derived from the contract's declaration. */
export function buildSettingsTools<const Shape extends z.ZodRawShape>(shape: Shape): SettingsTools<Shape> {
  const pairs = Object.keys(shape).map((field) => [field, settingName(field)] as const)
  const toSettings = (value: (field: string, setting: string) => unknown) =>
    Object.fromEntries(pairs.map(([field, setting]) => [setting, value(field, setting)])) as Settings<Shape>
  return {
    names: Object.fromEntries(pairs) as SettingsTools<Shape>['names'],
    fromFields: (fields: Values) => toSettings((field) => fields[field]),
    toFields: (settings: Values) =>
      Object.fromEntries(pairs.map(([field, setting]) => [field, settings[setting]])) as StoredFields<Shape>,
    fieldsIn: (reply: Values) =>
      Object.fromEntries(pairs.map(([field]) => [field, reply[field]])) as StoredFields<Shape>,
    apply: (settings: Values, change: Values) =>
      toSettings((field, setting) => (change[field] === undefined ? settings[setting] : change[field])),
    areSame: (one: Values, other: Values) =>
      pairs.every(([, setting]) => JSON.stringify(one[setting]) === JSON.stringify(other[setting])),
  }
}

function settingName(field: string): string {
  return camelCase(field.replace(/^sync_/, ''))
}
