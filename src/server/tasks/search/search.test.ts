import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'

import type { SearchHit } from '#domain/search/hit.ts'
import type { Task } from '#domain/tasks/task.ts'
import type { TaskDraftInput } from '#domain/tasks/task-draft.ts'
import { OWNED_WORDS } from '#server/db/task-words.ts'
import { type Client, type TestApp, TEST_PASSWORD, buildTestApp, signUp } from '#tests/support/build-app.ts'
import { TEST_DIALECT } from '#tests/support/database.ts'
import { makeTask } from '#tests/support/tasks.ts'
import { makeTemplate } from '#tests/support/templates.ts'

let server: TestApp
let ada: Client
beforeEach(async () => {
  server = await buildTestApp()
  ada = await signUp(server, 'ada@example.com')
})
afterEach(() => server.close())

async function search(q: string, client = ada): Promise<SearchHit[]> {
  const response = await client.get(`/api/search?q=${encodeURIComponent(q)}`)
  expect(response.statusCode).toBe(200)
  return response.json()
}

async function titlesFor(q: string, client = ada): Promise<string[]> {
  return (await search(q, client)).map(({ title }) => title)
}

async function statesFor(q: string): Promise<boolean[]> {
  return (await search(q)).map(({ completed }) => completed)
}

/** Returns the highlighted parts of a string. */
function marked(text: string, matches: SearchHit['titleMatches']): string[] {
  return matches.map(({ start, end }) => text.slice(start, end))
}

describe('the words of a query', () => {
  it.each([
    ['a whole word', 'report', 'Send the report'],
    ['the beginning of a word', 'rep', 'Send the report'],
    ['any case', 'REPORT', 'Send the report'],
    ['several words in any order', 'report send', 'Send the report'],
    ['no diacritics for a word with some', 'creme brulee', 'Crème brûlée'],
    ['its diacritics', 'crème', 'Crème brûlée'],
    ['some of its diacritics', 'crème brulée', 'Crème brûlée'],
    ['decomposed letters', 'creme', 'Cre\u0300me'],
    ['decomposed diacritics', 'cre\u0300me', 'Crème'],
    ['an umlaut', 'Müller', 'Call Müller'],
    ['an umlaut left out', 'muller', 'Call Müller'],
    ['an umlaut spelled out', 'mueller', 'Call Müller'],
    ['an umlaut for a name spelled out', 'Müller', 'Call Mueller'],
    ['ss for ß', 'strasse', 'Hauptstr. or Straße'],
    ['ß for ss', 'Straße', 'Strasse 5'],
    ['Greek without accents', 'αθηνα', 'Ταξίδι στην Αθήνα'],
    ['the beginning of a Greek word in capitals', 'ΠΡΟΣ', 'Προσοχή στο κενό'],
    ['Russian', 'елк', 'Купить ёлку'],
    ['two Chinese characters', '会议', '准备季度会议记录'],
    ['one Chinese character', '议', '准备季度会议记录'],
    ['three Chinese characters', '会议记', '准备季度会议记录'],
    ['more than three Chinese characters', '季度会议', '准备季度会议记录'],
    ['Japanese inside a run', 'レポート', '四半期レポートを送る'],
    ['Korean inside a word', '회의', '주간회의록'],
    ['Thai', 'ประชุม', 'จดบันทึกการประชุม'],
    ['a number', '2027', 'Plan for 2027'],
    ['words between punctuation', 'v2 0', 'Release (v2.0)!'],
    ['fullwidth letters', 'abc', 'ＡＢＣ'],
    ['a ligature of four Arabic words', 'ﷺ', 'محمد ﷺ'],
    ['a number in parentheses', '⑴', 'Item ⑴'],
    ['a Chinese number in parentheses', '㈠', '第㈠章'],
    ['a quotation mark and an asterisk', '"report"* (', 'Send the report'],
    ['operators of a database as words', 'rock AND roll', 'Rock and roll'],
  ])('find a task by %s', async (_, q, title) => {
    await makeTask(ada, { title })
    await makeTask(ada, { title: 'Something else' })
    expect(await titlesFor(q)).toEqual([title.normalize('NFC')])
  })

  it.each([
    ['the middle of a word', 'port', 'Send the report'],
    ['diacritics that it lacks', 'crème', 'Creme brûlée'],
    ['an umlaut that it lacks', 'Müller', 'Call Muller'],
    ['one missing word', 'send letter', 'Send the report'],
    ['Chinese characters in another order', '议会', '准备季度会议记录'],
    ['only the first characters of a longer run', '季度会计', '准备季度会议记录'],
    ['no letters or digits', '?!', 'What?!'],
    ['nothing', '', 'Report'],
    ['spaces', '   ', 'Report'],
  ])('do not find a task by %s', async (_, q, title) => {
    await makeTask(ada, { title })
    expect(await titlesFor(q)).toEqual([])
  })

  test('can be up to 200 characters in any script', async () => {
    const title = `${'会'.repeat(100)}${'ü '.repeat(50)}`.trim()
    await makeTask(ada, { title })
    expect(await titlesFor(title)).toEqual([title])
  })
})

describe('a query with accents', () => {
  test.each<[string, (word: string) => TaskDraftInput]>([
    ['title', (title) => ({ title })],
    ['description', (description) => ({ title: 'a', description })],
    ['notes', (notes) => ({ title: 'a', notes })],
    ['goals', (clearGoals) => ({ title: 'a', clearGoals })],
    ['next steps', (nextSteps) => ({ title: 'a', nextSteps })],
    ['project', (projectName) => ({ title: 'a', category: 'Project', projectName })],
    ['category', (category) => ({ title: 'a', category })],
  ])('is compared with the %s', async (_, draftOf) => {
    const { id } = await makeTask(ada, draftOf('crème'))
    await makeTask(ada, draftOf('creme'))
    expect((await search('crème')).map((hit) => hit.id)).toEqual([id])
    expect(await search('creme')).toHaveLength(2)
  })

  test('finds an old title and an old note even if many newer tasks match without accents', async () => {
    await makeTask(ada, { title: 'Dessert', notes: 'à la crème' })
    await makeTask(ada, { title: 'Crème' })
    const tasks = Array.from({ length: 110 }, (_, i) => ({ title: `Creme ${i}`, priority: 10 }))
    for (const task of tasks) await makeTask(ada, task)
    expect(await titlesFor('crème')).toEqual(['Crème', 'Dessert'])
  })

  test('returns as many hits as a query without accents', async () => {
    for (let i = 0; i < 50; i++) {
      await makeTask(ada, { title: `Letter ${i}`, priority: 10, notes: i % 2 === 0 ? 'crème' : 'creme' })
    }
    expect(await titlesFor('crème')).toHaveLength(20)
  })
})

describe('a hit', () => {
  test.each<[string, TaskDraftInput]>([
    ['description', { title: 'a', description: 'The compliance team' }],
    ['notes', { title: 'a', notes: 'The compliance team' }],
    ['clearGoals', { title: 'a', clearGoals: 'The compliance team' }],
    ['nextSteps', { title: 'a', nextSteps: 'The compliance team' }],
    ['projectName', { title: 'a', category: 'Project', projectName: 'The compliance team' }],
    ['category', { title: 'a', category: 'The compliance team' }],
  ])('has an excerpt of its %s', async (field, draft) => {
    await makeTask(ada, draft)
    const [hit] = await search('compl')
    expect(hit).toMatchObject({ excerpt: { field, text: 'The compliance team' }, titleMatches: [] })
    expect(marked(hit?.excerpt?.text ?? '', hit?.excerpt?.matches ?? [])).toEqual(['compl'])
  })

  test('marks every match in the title, and has no excerpt for it', async () => {
    await makeTask(ada, { title: 'Straßenfest: Müller ruft Straßenamt', notes: 'strasse' })
    const [hit] = await search('strasse muel')
    expect(hit?.excerpt).toBeNull()
    expect(marked(hit?.title ?? '', hit?.titleMatches ?? [])).toEqual(['Straße', 'Mül', 'Straße'])
  })

  test('marks characters inside a run of Chinese text', async () => {
    await makeTask(ada, { title: '准备季度会议记录' })
    const [hit] = await search('会议')
    expect(hit?.titleMatches).toEqual([{ start: 4, end: 6 }])
  })

  test('cuts a long text to one line around the match', async () => {
    const notes = `${'before '.repeat(500)}\nthe compliance\nteam ${'after '.repeat(500)}`
    await makeTask(ada, { title: 'a', notes })
    const [{ excerpt } = { excerpt: null }] = await search('compliance')
    expect(excerpt?.text).toMatch(/^… before .*the compliance team after .* …$/)
    expect(excerpt?.text.length).toBeLessThan(200)
    expect(marked(excerpt?.text ?? '', excerpt?.matches ?? [])).toEqual(['compliance'])
  })

  test('names its task', async () => {
    const task = await makeTask(ada, {
      title: 'Report',
      category: 'Project',
      projectName: 'Acme',
      priority: 3,
    })
    const { id, title, priority, category, projectName } = task
    expect(await search('report')).toEqual([
      {
        id,
        title,
        priority,
        category,
        projectName,
        completed: false,
        completedAt: null,
        titleMatches: [{ start: 0, end: 6 }],
        excerpt: null,
      },
    ])
  })
})

describe('the order', () => {
  test('puts the title before names, names before other text, and completed tasks last', async () => {
    const drafts: TaskDraftInput[] = [
      { title: 'Budget' },
      { title: 'Budget of the year' },
      { title: 'Plan the budget' },
      { title: 'Meeting', category: 'Budget' },
      { title: 'Letter', notes: 'about the budget' },
      { title: 'Budget done', completed: true },
    ]
    for (const draft of drafts.toReversed()) await makeTask(ada, draft)
    expect(await titlesFor('budget')).toEqual(drafts.map(({ title }) => title))
  })

  test('breaks ties by the latest change', async () => {
    const [first] = [await makeTask(ada, { title: 'Call one' }), await makeTask(ada, { title: 'Call two' })]
    server.clock.advance({ seconds: 1 })
    await ada.patch(`/api/tasks/${first.id}`, { progress: 10 })
    expect(await titlesFor('call')).toEqual(['Call one', 'Call two'])
  })

  test('keeps an old title match among many newer matches in notes', async () => {
    await makeTask(ada, { title: 'Budget' })
    for (let i = 0; i < 110; i++) await makeTask(ada, { title: `Letter ${i}`, priority: 10, notes: 'budget' })
    const titles = await titlesFor('budget')
    expect([titles[0], titles.length]).toEqual(['Budget', 20])
  })
})

describe('the index', () => {
  let task: Task
  beforeEach(async () => {
    task = await makeTask(ada, { title: 'Harbour', notes: 'lantern' })
  })

  test('reflects changes to every text field', async () => {
    await ada.patch(`/api/tasks/${task.id}`, { title: 'Bridge', notes: 'torch', category: 'Errands' })
    expect([await titlesFor('harbour'), await titlesFor('lantern')]).toEqual([[], []])
    expect([await titlesFor('bridge'), await titlesFor('torch'), await titlesFor('errands')]).toEqual([
      ['Bridge'],
      ['Bridge'],
      ['Bridge'],
    ])
  })

  test('keeps a task whose level, dates or position change', async () => {
    await ada.patch(`/api/tasks/${task.id}`, { priority: 2, dueDate: '2027-01-01', progress: 5 })
    await ada.post('/api/tasks/dates', { tasks: [{ id: task.id, startDate: '2027-01-01' }] })
    await ada.post('/api/tasks/priority/2/positions', { positions: [{ id: task.id, position: 0 }] })
    expect(await titlesFor('harbour')).toEqual(['Harbour'])
  })

  test('reflects completing and reopening a task', async () => {
    await ada.patch(`/api/tasks/${task.id}`, { completed: true })
    expect(await statesFor('harbour')).toEqual([true])
    await ada.patch(`/api/tasks/${task.id}`, { completed: false })
    expect(await statesFor('harbour')).toEqual([false])
  })

  test('drops a deleted task, and contains it again once it is restored', async () => {
    await ada.delete(`/api/tasks/${task.id}`)
    expect(await titlesFor('harbour')).toEqual([])
    await ada.post(`/api/tasks/${task.id}/restore`)
    expect(await titlesFor('lantern')).toEqual(['Harbour'])
  })

  test('contains the next occurrence of a task', async () => {
    const weekly = {
      title: 'Water',
      isRecurring: true,
      recurrenceFrequency: 'Weekly',
      dueDate: '2026-11-20',
    } as const
    const { id } = await makeTask(ada, weekly)
    await ada.patch(`/api/tasks/${id}`, { completed: true })
    expect(await statesFor('water')).toEqual([false, true])
  })

  test('reflects a change to several tasks in one request', async () => {
    const { id } = await makeTask(ada, { title: 'Bridge' })
    const both = [{ id: task.id }, { id }]
    await ada.post('/api/tasks/bulk', { tasks: both.map((one) => ({ ...one, category: 'Errands' })) })
    expect((await titlesFor('errands')).toSorted()).toEqual(['Bridge', 'Harbour'])
    await ada.post('/api/tasks/bulk', { tasks: both.map((one) => ({ ...one, completed: true })) })
    expect(await statesFor('errands')).toEqual([true, true])
    await ada.post('/api/tasks/bulk-delete', { tasks: both })
    expect(await titlesFor('errands')).toEqual([])
    await ada.post('/api/tasks/bulk-restore', { tasks: both })
    expect(await statesFor('errands')).toEqual([true, true])
  })

  test('contains a copy of a task', async () => {
    await ada.post(`/api/tasks/${task.id}/duplicate`)
    expect(await titlesFor('lantern')).toEqual(['Harbour', 'Harbour'])
  })

  test('contains tasks created from a template', async () => {
    const { id } = await makeTemplate(ada, {}, [{ title: 'Sign the lease' }])
    await ada.post(`/api/templates/${id}/instantiate`, { projectName: 'Office' })
    expect(await titlesFor('office lease')).toEqual(['Sign the lease'])
  })

  test('contains nothing from a deleted account', async () => {
    const request = { method: 'DELETE', url: '/api/auth/user', headers: { cookie: ada.cookie() } } as const
    await server.app.inject({ ...request, payload: { password: TEST_PASSWORD } })
    const { rows } = await sql<{ left: number }>`select count(*) as "left" from task_words`.execute(server.db)
    expect(String(rows[0]?.left)).toBe('0')
  })

  test('accepts a task with the longest text in every script', async () => {
    const letters = Array.from({ length: 25_000 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
    )
    const long = `${letters.join('')}${'wort'.repeat(20)} ${letters.toReversed().join('').slice(0, 24_000)}`
    const patch = {
      description: long,
      notes: long.toUpperCase(),
      clearGoals: long.slice(1),
      nextSteps: long.slice(2),
    }
    expect((await ada.patch(`/api/tasks/${task.id}`, patch)).statusCode).toBe(200)
    expect(await titlesFor('harbour')).toEqual(['Harbour'])
    expect(await titlesFor(long.slice(0, 4))).toEqual(['Harbour'])
  })
})

test('accepts a task with the maximum number of words', async () => {
  const pairs = Array.from({ length: 66_000 }, (_, i) =>
    String.fromCodePoint(0xac00 + ((i * 7919) % 11_000), 0xac00 + (i % 11_000)),
  )
  const text = (part: number) => pairs.slice(part * 16_500, (part + 1) * 16_500).join(' ')
  const body = { description: text(0), notes: text(1), clearGoals: text(2), nextSteps: text(3) }
  expect((await ada.post('/api/tasks', { title: 'Harbour', ...body })).statusCode).toBe(201)
  expect(await titlesFor(pairs[5] ?? '')).toEqual(['Harbour'])
})

test('indexes the words of each user separately, so that others’ tasks don’t slow a search', async () => {
  const eve = await signUp(server, 'eve@example.com')
  for (const client of [ada, eve]) await makeTask(client, { title: 'Harbour', notes: 'lantern' })
  if (TEST_DIALECT === 'sqlite') {
    await sql`create virtual table terms using fts5vocab('task_words', 'row')`.execute(server.db)
  }
  const terms =
    TEST_DIALECT === 'sqlite'
      ? sql`select term, doc as tasks from terms`
      : sql`select word as term, ndoc as tasks
          from ts_stat(${`select ${OWNED_WORDS.compile(server.db).sql} from task_words`})`
  const { rows } = await sql<{ term: string; tasks: number }>`${terms}`.execute(server.db)
  expect(rows.map(({ term }) => term.slice(-7))).toContain('lantern')
  expect(rows.filter(({ tasks }) => tasks > 1)).toEqual([])
})

test('never finds another user’s task', async () => {
  await makeTask(ada, { title: 'Harbour', notes: 'lantern' })
  const eve = await signUp(server, 'eve@example.com')
  expect([await titlesFor('harbour', eve), await titlesFor('lantern', eve)]).toEqual([[], []])
})

test.each([
  ['without a query', '', 'q'],
  ['with a query over 200 characters', `?q=${'x'.repeat(201)}`, 'q'],
  ['with a character that cannot be stored', '?q=%00', 'q'],
])('rejects a search %s', async (_, query, path) => {
  const response = await ada.get(`/api/search${query}`)
  expect(response.statusCode).toBe(400)
  expect(response.json<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)).toEqual([path])
})

test('rejects a search without a session', async () => {
  expect((await server.visitor.get('/api/search?q=x')).statusCode).toBe(401)
})
