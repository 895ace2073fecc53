/** Returns the path of an attachment, or of the list of a task's stored files. */
export function attachmentPath(taskId: number, name?: string): string {
  const list = `/api/tasks/${taskId}/attachments`
  return name === undefined ? list : `${list}/${encodeURIComponent(name)}`
}
