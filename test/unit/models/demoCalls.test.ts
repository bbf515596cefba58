import assert from 'node:assert/strict';
import { formatResourceList, type ListedResource } from '../../../src/core/agent/tools/resourceList.ts';
import { attached, calledWith, callFor, aTool, demoOn, sayingOn, tourTools } from './demoScenes.ts';
import { theUser } from './modelRound.ts';

const cost = 'mcp__tour__estimate_cost';
const book = 'mcp__tour__book_trip';
const read = 'access_mcp_resource';
const list = 'list_mcp_resources';

describe('what the offline demo calls', () => {
  const handbook = { server_name: 'tour', uri: 'docs://handbook' };
  const parisForThree = { city: 'Paris', days: 3 };
  const table: readonly (readonly [typed: string, name: string, input: object])[] = [
    ['Read docs://handbook from tour', read, handbook],
    ['read docs://handbook on tour, please', read, handbook],
    ['Can you open docs://handbook (server tour)?', read, handbook],
    ['What is in docs://handbook of the tour server?', read, handbook],
    ['docs://handbook', read, handbook],
    ['Read docs://handbook.', read, handbook],
    ['Read docs://city/New%20York from tour', read, { server_name: 'tour', uri: 'docs://city/New%20York' }],
    ['Read docs://handbook from archive', read, { server_name: 'archive', uri: 'docs://handbook' }],
    ['Read memo:insights from tour', read, { server_name: 'tour', uri: 'memo:insights' }],
    ['What resources are there?', list, {}],
    ['list resources', list, {}],
    ['List the resources of tour', list, { server: 'tour' }],
    ['Which documents do you have?', list, {}],
    ['Call list_mcp_resources', list, {}],
    ['estimate_cost for Paris, 3 days', cost, parisForThree],
    ['Call estimate_cost with city=Paris days=3', cost, parisForThree],
    ['Call estimate_cost with city Paris and days 3', cost, parisForThree],
    ['Call estimate_cost with city: "Paris", days: 3', cost, parisForThree],
    ['Call estimate_cost with {"city": "Paris", "days": 3}', cost, parisForThree],
    ['Call estimate cost for paris for 3 days', cost, parisForThree],
    [`Run ${cost} with days=3 and city=Paris`, cost, parisForThree],
    [
      'Estimate the cost of a trip to New York: 4 days, 2 travellers',
      cost,
      { city: 'New York', days: 4, travellers: 2 },
    ],
    ['estimate_cost Paris 3 days 2 travellers', cost, { city: 'Paris', days: 3, travellers: 2 }],
    ['estimate_cost city=New York days=4', cost, { city: 'New York', days: 4 }],
    ['Call book_trip with city Lisbon and days 4', book, { city: 'Lisbon', days: 4 }],
    [
      'Please book a trip to Lisbon, 4 days from 2030-05-02',
      book,
      { city: 'Lisbon', days: 4, startDate: '2030-05-02' },
    ],
  ];
  for (const [typed, name, input] of table) {
    it(`calls ${name} for: ${typed}`, () => {
      assert.deepEqual(callFor(typed), { name, input });
    });
  }

  describe('with other tools', () => {
    const echo = aTool('mcp__everything__echo', { message: { type: 'string' } }, ['message']);
    const add = aTool('mcp__everything__get-sum', { a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']);
    const toggle = aTool('mcp__lab__set_alarm', { isOn: { type: 'boolean' }, name: { type: 'string' } }, ['isOn']);
    const plan = aTool('mcp__lab__plan', { steps: { type: 'array', items: { type: 'string' } } }, ['steps']);
    const now = aTool('mcp__lab__now', {}, []);
    const others = [echo, add, toggle, plan, now];
    const cases: readonly (readonly [typed: string, name: string, input: object])[] = [
      ['Call echo with message hello world', echo.name, { message: 'hello world' }],
      ['echo good morning', echo.name, { message: 'good morning' }],
      ['Use the tool echo: "Hi there"', echo.name, { message: 'Hi there' }],
      ['get-sum of 2 and 3.5', add.name, { a: 2, b: 3.5 }],
      ['Call get-sum with b=1 a=-4', add.name, { a: -4, b: 1 }],
      ['set_alarm isOn=false', toggle.name, { isOn: false }],
      ['plan {"steps": ["one", "two"]}', plan.name, { steps: ['one', 'two'] }],
      ['What is it now?', now.name, {}],
    ];
    for (const [typed, name, input] of cases) {
      it(`calls ${name} for: ${typed}`, () => {
        assert.deepEqual(callFor(typed, others), { name, input });
      });
    }

    it('prefers the tool of the server that is named', () => {
      const twins = [aTool('mcp__one__ping', {}, []), aTool('mcp__two__ping', {}, [])];
      assert.deepEqual(callFor('ping on two', twins), { name: 'mcp__two__ping', input: {} });
    });

    it('prefers the longer of two names that fit', () => {
      const nested = [aTool('mcp__lab__list', {}, []), aTool('mcp__lab__list_files', {}, [])];
      assert.equal(callFor('list_files', nested)?.name, 'mcp__lab__list_files');
    });
  });

  it('asks in plain words for arguments that are missing, and says how to give them', () => {
    const text = sayingOn([theUser('Call estimate_cost for Paris')]);
    assert.match(text, /I still need:\n\n- \*\*days\*\* \(whole number\): Length of the trip in days\n/);
    assert.match(text, /`Call estimate_cost with city=Amsterdam days=3`/);
    assert.doesNotMatch(text, /\*\*city\*\*/);
  });

  it('suggests a sentence that it understands itself', () => {
    const suggested = /`(Call estimate_cost[^`]*)`/.exec(sayingOn([theUser('Call estimate_cost')]))?.[1];
    assert.deepEqual(callFor(suggested ?? ''), { name: cost, input: { city: 'Amsterdam', days: 3 } });
  });

  it('says so when a tool that is named is not offered', () => {
    const text = sayingOn([theUser('Call estimate_cost with city=Paris days=3')], []);
    assert.match(text, /no tool `estimate_cost` at the moment/);
    assert.match(text, /Servers/);
  });

  it('says so when nothing can be read because no server offers resources', () => {
    assert.match(sayingOn([theUser('Read docs://handbook from tour')], []), /No connected server offers resources/);
    assert.match(sayingOn([theUser('List resources')], []), /No connected server offers resources/);
  });

  it('does not take the words of a question about attached material for a call', async () => {
    const text = sayingOn([await attached(), theUser('How do I book a trip by train? @tour:docs://handbook')]);
    assert.match(text, /at least 14 days ahead/);
  });

  it('does not read again what a mention failed to attach', () => {
    const text = sayingOn([theUser('What does @tour:docs://city/Atlantis say?')]);
    assert.match(text, /Nothing was attached for `@tour:docs:\/\/city\/Atlantis`/);
  });

  describe('when it does not know the server of a URI', () => {
    const twoServers = [...tourTools, aTool('mcp__archive__search', {}, [])];
    const resources: ListedResource[] = [
      { kind: 'resource', server: 'archive', uri: 'docs://old', name: 'old', description: 'About docs://handbook.' },
      { kind: 'resource', server: 'tour', uri: 'docs://handbook', name: 'handbook', mimeType: 'text/markdown' },
      { kind: 'template', server: 'tour', uri: 'docs://city/{name}', name: 'city' },
    ];
    const listing = calledWith(list, {}, formatResourceList(resources));

    it('lists the resources first', () => {
      assert.deepEqual(callFor('Read docs://handbook', twoServers), { name: list, input: {} });
    });

    for (const uri of ['docs://handbook', 'docs://city/Paris']) {
      it(`then reads ${uri} from the server that has it`, () => {
        const answer = demoOn([theUser(`Read ${uri}`), ...listing], twoServers);
        assert.deepEqual(answer, { kind: 'call', name: read, input: { server_name: 'tour', uri } });
      });
    }

    it('or says that nobody has it', () => {
      const text = sayingOn([theUser('Read docs://elsewhere'), ...listing], twoServers);
      assert.match(text, /No connected server lists `docs:\/\/elsewhere`/);
    });
  });
});
