import { z } from 'zod'

// The page's content policy forbids compiling text to code, which zod would otherwise try at its first schema.
z.config({ jitless: true })
