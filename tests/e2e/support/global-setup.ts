import { createTemplateFolder } from '#tests/support/database-template.ts'

// Playwright takes the default export: it runs before all tests, and what it returns after them.
export default createTemplateFolder
