import * as account from '#domain/account/commands.ts'
import * as attachments from '#domain/attachments/commands.ts'
import * as categories from '#domain/categories/commands.ts'
import * as samples from '#domain/samples/commands.ts'
import * as bulk from '#domain/tasks/bulk-commands.ts'
import * as tasks from '#domain/tasks/commands.ts'
import * as slots from '#domain/tasks/slot-commands.ts'
import * as templates from '#domain/templates/commands.ts'
import * as trash from '#domain/trash/commands.ts'

type Named = { name: string }

/** The commands that each slice of the domain exports, by the first part of their names. */
export const DOMAIN_COMMANDS = {
  account: commandsOf(account),
  attachment: commandsOf(attachments),
  category: commandsOf(categories),
  sample: commandsOf(samples),
  task: [...commandsOf(tasks), ...commandsOf(bulk), ...commandsOf(slots)],
  template: commandsOf(templates),
  trash: commandsOf(trash),
}

function commandsOf(module: object): Named[] {
  return Object.values(module).filter(isCommand)
}

function isCommand(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && 'needs' in value && 'rule' in value
}
