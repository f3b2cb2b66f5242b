import { isObject } from '#contract/reading.ts'

/** Leaves out the arguments of a tool if an assistant sent null: the protocol requires them to be absent. */
export function withoutNullArguments<Message>(message: Message): Message {
  if (!isObject(message) || !isObject(message['params']) || message['params']['arguments'] !== null) return message
  const { arguments: _null, ...params } = message['params']
  return { ...message, params }
}
