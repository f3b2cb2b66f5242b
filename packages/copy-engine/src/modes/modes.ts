import type { ModeName } from '#domain/shape/mode-traits.ts'
import type { Shape } from '#domain/shape/shape.ts'
import { append } from './append.ts'
import { mirror } from './mirror.ts'
import type { Mode } from './mode.ts'
import { update } from './update.ts'

const modes: Readonly<Record<ModeName, Mode>> = { mirror, append, update }

/** Finds the mode of a job by its shape. */
export function findMode(shape: Pick<Shape, 'mode'> | undefined): Mode {
  return modes[shape?.mode ?? 'mirror']
}
