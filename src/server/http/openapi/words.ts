import type { OpenAPIV3_1 } from 'openapi-types'

import { REQUEST_EXAMPLES, RESPONSE_EXAMPLES } from './examples.ts'
import { FIELD_WORDS, type Words } from './field-words.ts'
import { answersOf, operationsOf } from './operations.ts'

type Property = { description?: string; properties?: Properties; items?: { properties?: Properties } }
type Properties = Record<string, Property>

/** Adds the descriptions of fields and an example of each JSON body to a document, in place. */
export function addWords(document: OpenAPIV3_1.Document): void {
  for (const [name, words] of Object.entries(FIELD_WORDS))
    describeProperties((document.components?.schemas?.[name] as Property | undefined)?.properties, words)
  for (const operation of operationsOf(document)) {
    const { requestBody, operationId = '' } = operation.call
    const body = requestBody as OpenAPIV3_1.RequestBodyObject | undefined
    for (const media of Object.values(body?.content ?? {})) media.example = REQUEST_EXAMPLES[operationId]
    for (const [status, { content }] of answersOf(operation)) {
      const media = content?.['application/json']
      if (media && Number(status) < 400) media.example = RESPONSE_EXAMPLES[operationId]
    }
  }
}

function describeProperties(properties: Properties = {}, words: Words, path = ''): void {
  for (const [name, property] of Object.entries(properties)) {
    const description = words[`${path}${name}`]
    if (description !== undefined) property.description = description
    describeProperties((property.items ?? property).properties, words, `${path}${name}.`)
  }
}
