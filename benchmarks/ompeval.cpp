// Three loops around OMPEval's evaluator (https://github.com/zekyll/OMPEval), for ctypes.
// A card is 4 times its rank, from the deuce, and its suit, there as here.

#include <omp/HandEvaluator.h>

static const omp::HandEvaluator evaluator;

/// Ranks of hands of seven cards.
extern "C" void rank_hands(const uint8_t* cards, size_t hands, uint16_t* ranks)
{
    for (size_t i = 0; i < hands; i++, cards += 7) {
        omp::Hand hand = omp::Hand::empty();
        for (int k = 0; k < 7; k++)
            hand += omp::Hand(cards[k]);
        ranks[i] = evaluator.evaluate(hand);
    }
}

/// How often the first of two combos wins, and how often they tie, over all boards.
extern "C" void count_showdowns(const uint8_t* cards, uint64_t* counts)
{
    omp::Hand left[48], first = omp::Hand::empty(), second = first;
    for (int k = 0; k < 2; k++) {
        first += omp::Hand(cards[k]);
        second += omp::Hand(cards[2 + k]);
    }
    int n = 0;
    for (int card = 0; card < 52; card++)
        if (card != cards[0] && card != cards[1] && card != cards[2] && card != cards[3])
            left[n++] = omp::Hand(card);
    for (int a = 4; a < n; a++)
        for (int b = 3; b < a; b++)
            for (int c = 2; c < b; c++)
                for (int d = 1; d < c; d++) {
                    const omp::Hand four = left[a] + left[b] + left[c] + left[d];
                    const omp::Hand mine = first + four, theirs = second + four;
                    for (int e = 0; e < d; e++) {
                        const uint16_t x = evaluator.evaluate(mine + left[e]);
                        const uint16_t y = evaluator.evaluate(theirs + left[e]);
                        counts[0] += x > y;
                        counts[1] += x == y;
                    }
                }
}

/// How many of all hands of seven cards have each rank.
extern "C" void count_ranks(uint64_t* counts)
{
    omp::Hand deck[52];
    for (int card = 0; card < 52; card++)
        deck[card] = omp::Hand(card);
    for (int a = 6; a < 52; a++)
        for (int b = 5; b < a; b++)
            for (int c = 4; c < b; c++)
                for (int d = 3; d < c; d++) {
                    const omp::Hand four = omp::Hand::empty() + deck[a] + deck[b] + deck[c] + deck[d];
                    for (int e = 2; e < d; e++)
                        for (int f = 1; f < e; f++) {
                            const omp::Hand six = four + deck[e] + deck[f];
                            for (int g = 0; g < f; g++)
                                counts[evaluator.evaluate(six + deck[g])]++;
                        }
                }
}
