import type { SlackMark } from '#domain/tasks/slack/slack.ts'
import type { WorkCalendar } from '#domain/tasks/slack/slack-hours.ts'

import { createStore } from '../../state/store.ts'

export type BoardMark = SlackMark & { calendar: WorkCalendar }

/** The marks on the board by task id. Empty until their code has loaded. */
export const slackMarks = createStore<ReadonlyMap<number, BoardMark>>(new Map())
