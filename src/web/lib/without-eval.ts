import { z } from 'zod'

// The content security policy forbids eval, zod's usual way to compile schemas.
z.config({ jitless: true })
