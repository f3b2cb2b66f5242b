import { z } from 'zod'

// The content security policy forbids eval, which zod otherwise uses to compile schemas.
z.config({ jitless: true })
