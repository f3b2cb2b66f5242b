import { isObject } from '#contract/reading.ts'

/** Leaves out the arguments of a tool if an assistant sent null for them: the protocol wants none instead. */
export function withoutNullArguments<Message>(message: Message): Message {
  if (!isObject(message) || !isObject(message['params']) || message['params']['arguments'] !== null) return message
  const { arguments: _null, ...params } = message['params']
  return { ...message, params }
}
