import type { Node, NodeProps } from '@xyflow/react'
import { memo } from 'react'
import classes from './map.module.css'

export type GraphArea = Node<{ name: string }, 'area'>

/** Heading with the name of a task type, above its files. */
export const AreaNode = memo(function AreaNode({ data: { name } }: NodeProps<GraphArea>) {
  return <div className={classes.area}>{name}</div>
})
