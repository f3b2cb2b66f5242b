/** Packages to install beside a built server, because they read their own files. */
export const UNBUNDLED_PACKAGES = ['@electric-sql/pglite']
