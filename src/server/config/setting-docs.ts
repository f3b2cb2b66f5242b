/** Connections to PostgreSQL besides the pool. One listens; the other briefly checks whether new connections are accepted. */
export const CONNECTIONS_BESIDE_POOL = 2

export const SETTING_GROUPS = {
  address: 'Address and sign-in',
  administrators: 'Administrators',
  google: 'Spreadsheets and Google',
  quota: 'Quota',
  data: 'Data and secrets',
  runs: 'Runs and schedules',
  alerts: 'Alerts',
  operations: 'Operations',
} as const

export interface SettingDocs {
  readonly group: keyof typeof SETTING_GROUPS
  /** Markdown for a table cell. */
  readonly meaning: string
  /** Default in Markdown; undefined without a default. */
  readonly default?: string
  /** Set for a secret, which can also be in a file named by `NAME_FILE`. */
  readonly isSecret?: true
}

/** Documentation of each setting, from which `docs/reference/settings.md` is generated. */
export const SETTING_DOCS = {
  HOST: { group: 'address', default: '`127.0.0.1`', meaning: 'the address on which the app listens' },
  PORT: { group: 'address', default: '`3000`', meaning: 'the port on which the app listens' },
  PUBLIC_URL: {
    group: 'address',
    default: 'where the app listens',
    meaning:
      'the address that users open, such as `https://nano.example`; without an OAuth client, only an address of this machine; several are separated by commas, the main one first',
  },
  TRUSTED_PROXIES: {
    group: 'address',
    default: '`loopback`',
    meaning:
      'proxies whose `X-Forwarded-For` counts: addresses and ranges, separated by commas, such as `10.0.0.0/8`, or `uniquelocal` for all private ones; `none` ignores the header',
  },
  OIDC_CLIENT_ID: {
    group: 'address',
    meaning:
      'OAuth client for sign-in; its redirect URL is `PUBLIC_URL` + `/auth/callback`, for each address listed there. Without it, the embedded sign-in accepts anyone, and the app serves only its own machine',
  },
  OIDC_CLIENT_SECRET: { group: 'address', isSecret: true, meaning: 'the secret of the OAuth client' },
  OIDC_ISSUER: {
    group: 'address',
    default: 'Google',
    meaning: 'another OpenID Connect provider, such as `https://login.example.com`',
  },
  ALLOWED_EMAILS: {
    group: 'address',
    meaning:
      'who may sign in: addresses or `@domain`s in ASCII, separated by commas, without wildcards; with Google, `@domain` lets in the accounts of that Google Workspace domain; `none` lets nobody in',
  },
  OPEN_SCREENS: {
    group: 'address',
    default: '`data_copy,schedule,dev,import_export`',
    meaning:
      'screens that need no sign-in; `none` requires it everywhere. No default if others can reach `HOST` or `PUBLIC_URL`',
  },
  ADMINS: {
    group: 'administrators',
    default: 'everybody',
    meaning:
      'the addresses of administrators, separated by commas: [what they alone may do](../operate/security.md#who-may-do-what)',
  },
  ADMIN_GROUPS: {
    group: 'administrators',
    meaning:
      'groups of the sign-in provider, separated by commas, whose members are administrators too, as of their sign-in. Google sends no groups',
  },
  ADMIN_GROUPS_CLAIM: {
    group: 'administrators',
    default: '`groups`',
    meaning:
      "the claim of the ID token or of the user info that lists a person's groups. A scope with the name of the claim is requested if the provider has one",
  },
  SHEETS: {
    group: 'google',
    default: '`google` if there are credentials, an OAuth client or `SHEETS_API_URL`, else `embedded`',
    meaning: '`embedded` uses the built-in spreadsheets and ignores credentials; the start prints what is used',
  },
  GOOGLE_APPLICATION_CREDENTIALS: {
    group: 'google',
    meaning:
      "path of a service account's key file, or of a file of workload identity federation, impersonation or gcloud; `adc` for the credentials of the machine. See [Connect Google](../install/google.md)",
  },
  GOOGLE_CREDENTIALS_JSON: {
    group: 'google',
    isSecret: true,
    meaning: 'the content of such a file instead, for platforms without files',
  },
  GOOGLE_IMPERSONATE: {
    group: 'google',
    meaning: 'the user for whom a service account acts by [delegation](../install/google.md#by-delegation)',
  },
  GOOGLE_PICKER_KEY: {
    group: 'google',
    meaning:
      "an API key for Google's Picker, which browsers see: see [files that people pick](../install/google.md#files-that-people-pick)",
  },
  GOOGLE_PICKER_PROJECT: {
    group: 'google',
    meaning: 'the number of the Google Cloud project of the Picker key and of the OAuth client',
  },
  SHEETS_API_URL: {
    group: 'google',
    default: "Google's, or the embedded provider's",
    meaning: 'base URL of another server that implements the Sheets API',
  },
  DRIVE_API_URL: {
    group: 'google',
    default: "Google's, or `SHEETS_API_URL`",
    meaning: 'base URL of another server that implements the Drive API',
  },
  SPREADSHEET_URL: {
    group: 'google',
    default: "Google's, or the embedded provider's",
    meaning: 'where links to spreadsheets lead; contains `{id}`',
  },
  EMULATOR_PORT: { group: 'google', default: '`PORT` + 1', meaning: 'port of the embedded provider' },
  REQUEST_TIMEOUT_SECONDS: {
    group: 'google',
    default: '`180`',
    meaning:
      'how long the spreadsheet provider may work on a request. A run that takes over from a lost server compares once more after this time',
  },
  READS_PER_MINUTE: {
    group: 'quota',
    default: '`60`',
    meaning:
      'read requests per minute that Google allows one account, of which the app uses 90 %; the embedded provider has no limit by default',
  },
  WRITES_PER_MINUTE: { group: 'quota', default: '`60`', meaning: 'the same for write requests' },
  PROJECT_READS_PER_MINUTE: {
    group: 'quota',
    default: '`300`',
    meaning:
      "read requests per minute that Google allows the account's Cloud project, which the service account and signed-in users often share",
  },
  PROJECT_WRITES_PER_MINUTE: { group: 'quota', default: '`300`', meaning: 'the same for write requests' },
  DATABASE_URL: {
    group: 'data',
    isSecret: true,
    default: 'the embedded database',
    meaning:
      'a [PostgreSQL server](../operate/maintenance.md#postgresql), to run several nodes, such as `postgres://user:password@host:5432/name`',
  },
  DATABASE_CONNECTIONS: {
    group: 'data',
    default: '`20`',
    meaning: `connections to PostgreSQL that this node shares among pages and runs, from 2 to 1000. A node opens up to ${CONNECTIONS_BESIDE_POOL} more for other work`,
  },
  DATA_DIR: { group: 'data', default: '`./data`', meaning: 'folder for data' },
  LOG_DIR: { group: 'data', default: '`logs` in `DATA_DIR`', meaning: 'folder for server logs' },
  LOG_TO: {
    group: 'data',
    default: '`files` on a terminal, else `both`',
    meaning:
      'where server logs go: `files`, `stdout` (JSON lines on standard output, for containers; *Dev Logs* is empty then) or `both`',
  },
  SESSION_SECRET: {
    group: 'data',
    isSecret: true,
    default: 'one that is kept in `DATA_DIR`',
    meaning:
      'signs sessions, and encrypts granted access. Required with `DATABASE_URL`, the same on every node; at least 32 random characters, such as from `openssl rand -hex 32`; `new,old` accepts both [while it is replaced](../operate/maintenance.md#replace-a-secret)',
  },
  TOKEN_SECRET: {
    group: 'data',
    isSecret: true,
    default: 'the same as `SESSION_SECRET`',
    meaning: 'encrypts granted access instead of `SESSION_SECRET`; at least 32 random characters, also `new,old`',
  },
  HISTORY_MB: {
    group: 'data',
    default: '`2000`',
    meaning:
      'space in the database for [change sets](../operate/stored-data.md#about-spreadsheets), in MB; the oldest of each task go first',
  },
  BACKUPS: {
    group: 'data',
    default: '`7`',
    meaning: 'how many nightly backups of the embedded database to keep, in `DATA_DIR/backups`; `0` makes none',
  },
  BACKUP_COMMAND: {
    group: 'data',
    meaning:
      'a command that runs after each [backup](../operate/maintenance.md#back-up), with its folder as the last argument',
  },
  SAMPLES: { group: 'data', default: '`on`', meaning: '`none` starts without samples' },
  SCHEDULE_TIMEZONE: {
    group: 'runs',
    default: '`America/New_York`',
    meaning: 'time zone of all scheduled times',
  },
  WORKERS: {
    group: 'runs',
    default: '`8`',
    meaning: 'runs in progress at once on this node, besides those that it takes over from lost nodes',
  },
  ROLE: { group: 'runs', default: '`all`', meaning: 'what this node does: `web`, `worker` or `all`' },
  SMTP_URL: {
    group: 'alerts',
    isSecret: true,
    meaning:
      'the server that sends alerts by email, such as `smtps://user:password@smtp.example.com:465`: see [alert channels](../operate/runbook.md#alert-channels-fail)',
  },
  SMTP_FROM: {
    group: 'alerts',
    meaning: 'whom this email comes from, such as `Nano Sync <nano-sync@example.com>`',
  },
  ALERT_DOMAINS: {
    group: 'alerts',
    default: 'every domain',
    meaning: 'the domains to which alerts may be mailed, separated by commas, such as `example.com`',
  },
  WEBHOOK_PRIVATE: {
    group: 'alerts',
    default: '`off`',
    meaning:
      '`on` lets alerts be sent to webhooks in private networks and, where others can reach the app, on this machine',
  },
  METRICS_TOKEN: {
    group: 'operations',
    isSecret: true,
    meaning: 'what Prometheus sends as a bearer token to read `/metrics`; at least 32 random characters',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'operations',
    meaning:
      'an OpenTelemetry collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`: every node sends its [traces](metrics.md#traces) there',
  },
} satisfies Record<string, SettingDocs>

type SettingName = keyof typeof SETTING_DOCS
type SecretName = {
  [Name in SettingName]: (typeof SETTING_DOCS)[Name] extends { isSecret: true } ? Name : never
}[SettingName]

export const SECRET_NAMES = (Object.keys(SETTING_DOCS) as SettingName[]).filter(
  (name): name is SecretName => 'isSecret' in SETTING_DOCS[name],
)
