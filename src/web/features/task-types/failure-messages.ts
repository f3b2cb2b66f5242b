import { CallError, readMessage, readStatus } from '../../lib/call-error.ts'

export function deletionFailure(error: unknown): string {
  return readStatus(error) === 400 ? readMessage(error, 'Cannot delete this type') : 'Failed to delete sync task type'
}

/** Message for an import that did not start. */
export function typeImportFailure(error: unknown): string {
  if (readStatus(error) === 413) return 'File too large. Please use a smaller file.'
  return readMessage(error, readStatus(error) === 400 ? 'Invalid file format' : 'Import failed. Please try again.')
}

export function typeExportFailure(error: unknown): string {
  if (error instanceof CallError && error.isTimeout) return 'Export timed out. Please try again.'
  return readMessage(error, 'Export failed. Please try again.')
}
