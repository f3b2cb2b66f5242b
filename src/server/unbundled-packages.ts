/** The packages a built server needs beside it: they read files of their own. */
export const UNBUNDLED_PACKAGES = ['@electric-sql/pglite']
