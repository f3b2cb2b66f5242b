import { isObject } from '#contract/reading.ts'

/** Removes the arguments of a tool call if they are null, because the protocol requires them to be absent instead. */
export function withoutNullArguments<Message>(message: Message): Message {
  if (!isObject(message) || !isObject(message['params']) || message['params']['arguments'] !== null) return message
  const { arguments: _null, ...params } = message['params']
  return { ...message, params }
}
