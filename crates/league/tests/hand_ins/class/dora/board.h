#include <string>
#include <vector>

struct Board {
    std::vector<std::string> rows;
    int remove(int row, int column, char fruit);
    void fall();
};
