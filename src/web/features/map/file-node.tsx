import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import type { FileMap, MappedFile } from '#domain/chains/file-map.ts'
import graphClasses from '../../shared/graph.module.css'
import { FileMarks } from './file-marks.tsx'
import classes from './map.module.css'
import { FILE_HEIGHT_PX, NODE_WIDTH_PX, TAB_HEIGHT_PX } from './map-layout.ts'
import { fileName, tabName } from './map-names.ts'
import { StateOfFile } from './state-of-file.tsx'
import type { MapTask } from './use-mapped-tasks.ts'

export type GraphFile = Node<{ map: FileMap<MapTask>; file: MappedFile<MapTask>; isSelected: boolean }, 'file'>

/** A file in the graph, with a line for each tab. Links start and end at these lines. */
export const FileNode = memo(function FileNode({ data: { map, file, isSelected } }: NodeProps<GraphFile>) {
  return (
    <div
      className={classes.node}
      style={{ width: NODE_WIDTH_PX }}
      data-selected={isSelected || undefined}
      title={fileName(file)}
    >
      <div className={`${graphClasses.name} ${classes.header}`} style={{ height: FILE_HEIGHT_PX }}>
        <StateOfFile file={file} />
        <span className={`${graphClasses.nameText} ${classes.fileName}`}>{fileName(file)}</span>
        <FileMarks map={map} file={file} />
      </div>
      {file.tabs.map((tab) => (
        <div
          key={tab.key}
          className={classes.tab}
          style={{ height: TAB_HEIGHT_PX }}
          data-shared={map.sharedTabs.has(tab.key) || undefined}
        >
          <Handle
            id={tab.key}
            type="target"
            position={Position.Left}
            isConnectable={false}
            className={classes.handle}
          />
          {tabName(tab)}
          <Handle
            id={tab.key}
            type="source"
            position={Position.Right}
            isConnectable={false}
            className={classes.handle}
          />
        </div>
      ))}
    </div>
  )
})
