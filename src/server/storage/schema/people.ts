import { index, integer, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Lending } from '#contract/access.ts'
import type { TokenScope } from '#contract/api-token.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'

/**
 * People with the issuer and subject of their sign-in provider, which identify them. Other people see the address, which can
 * change hands.
 */
export const users = pgTable(
  'users',
  {
    email: text().primaryKey(),
    id: integer().generatedAlwaysAsIdentity().unique(),
    /** Null for a user who has not signed in since this column was added. */
    issuer: text(),
    subject: text(),
    name: text().notNull(),
    /** Which tasks may use the user's access to spreadsheets. */
    lending: text().$type<Lending>().notNull().default('own_tasks'),
    /** Groups of administrators the sign-in provider named at the last sign-in. */
    adminGroups: jsonb().$type<string[]>().notNull().default([]),
    firstSignInAt: timestamptz().notNull(),
    lastSignInAt: timestamptz().notNull(),
  },
  (table) => [uniqueIndex('users_subject').on(table.issuer, table.subject)],
)

/** Lets tasks use the spreadsheets of a signed-in user. The tokens can't be decrypted without the session secret. */
export const userTokens = pgTable('user_tokens', {
  email: text().primaryKey(),
  /** The refresh token, encrypted. */
  sealed: text().notNull(),
  scopes: jsonb().$type<string[]>().notNull(),
  obtainedAt: timestamptz().notNull(),
  /** When the provider first rejected the token; null while it works. */
  revokedAt: timestamptz(),
  /** When a request last used the access, to the minute. */
  lastUsedAt: timestamptz(),
})

export const sessions = pgTable(
  'sessions',
  {
    /** A hash of the session's id, so a leaked copy of this table can't be used to sign in. */
    idHash: text().primaryKey(),
    /** Null until the user has signed in. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    data: jsonb().$type<unknown>().notNull(),
    /** Null until the sign-in is complete. */
    signedInAt: timestamptz(),
    /** Up to an hour old. */
    lastActiveAt: timestamptz(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index('sessions_expiry').on(table.expiresAt), index('sessions_user').on(table.userId)],
)

/** API tokens, with which programs make calls in a user's name. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scope: text().$type<TokenScope>().notNull(),
    /** A hash of the token, so a leaked copy of this table can't be used. */
    hash: text().notNull().unique(),
    /** OAuth grant of an assistant's token; null for a token of a person. */
    grantId: text().unique(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** Up to a minute old. */
    lastUsedAt: timestamptz(),
  },
  (table) => [unique('api_tokens_name').on(table.userId, table.name)],
)

/** Records of all kinds of the OAuth server for assistants, and marks of the confirmations used. */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    kind: text().notNull(),
    /** A hash of the record's ID. The ID of a token is the token itself. */
    idHash: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grantId: text(),
    uid: text(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    index('oauth_records_grant').on(table.grantId),
    index('oauth_records_uid').on(table.uid),
    index('oauth_records_expiry').on(table.expiresAt),
  ],
)
